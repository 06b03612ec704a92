import { type Reply, textReply } from './reply.ts'

const REASONING =
  'No special word is in the message, so the tour is the right canned reply. I introduce the app, show what Markdown can do, and name the words that lead to the other replies.'

const TOUR = `This is the demo's **canned reply**: no model runs here, and every figure beside this chat is made up. Start AFM on this Mac and the app talks to it instead.

## What the app does

AFM Desktop chats with models that run on your own machine, and shows what the machine does meanwhile:

- **decode rate** in tokens per second, as the reply streams,
- **GPU power** and memory bandwidth over the time of the reply,
- **energy per token**, with the source of every number.

Reasoning, like the one above this text, folds away. *Stop* ends a reply at once and keeps what came.

## Code

\`\`\`python
import json
from urllib.request import Request, urlopen

body = {"messages": [{"role": "user", "content": "Hello"}], "stream": False}
request = Request(
    "http://127.0.0.1:9999/v1/chat/completions",
    data=json.dumps(body).encode(),
    headers={"Content-Type": "application/json"},
)
with urlopen(request) as response:
    print(json.load(response)["choices"][0]["message"]["content"])
\`\`\`

## Mathematics

With mean GPU power $\\bar P$ and decode rate $r$, a token costs $E = \\bar P / r$. Over a whole reply the energy is an integral, taken here by the trapezoidal rule:

$$
E = \\int_0^T P(t)\\,\\mathrm{d}t \\approx \\sum_{i=1}^{n} \\frac{P_{i-1} + P_i}{2}\\,(t_i - t_{i-1})
$$

## Words the demo knows

Write a message with one of these words to get another canned reply:

| word | shows |
| :--- | :--- |
| \`long\` | about 80 KB of varied Markdown |
| \`code\` | one long code block |
| \`think\` | a long reasoning before the answer |
| \`tool\`, \`weather\` | two tool calls that arrive interleaved |
| \`error\` | a failure in the middle of a reply |
| \`busy\` | a server that is busy (HTTP 503) |
| \`drop\` | a connection that breaks |
| \`hostile\` | hostile Markdown, which must stay harmless |

To leave the demo: \`brew install scouzi1966/afm/afm\`, then \`afm mlx -m\` with the name of a model.`

/** The reply to anything: a short tour of the app and of Markdown, and the words for the other replies. */
export function tourReply(): Reply {
  return textReply(REASONING, TOUR)
}
