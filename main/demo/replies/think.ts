import { type Reply, textReply } from './reply.ts'

const REASONING = `This is canned reasoning of the demo, written beforehand; no model thinks here. It is long enough to show how a long chain of thought looks before an answer begins.

1. **Read the question.** The message contains the word "think". That is the demo's word for a long reasoning, so the reasoning comes first and the answer has to wait.

2. **Decide what a reader wants to see.** While I reason, the app should say that I do, should count the tokens, and should not mix a word of this into the answer. A reader may open this part or leave it folded; both must be calm.

3. **Check a small calculation.** Suppose the machine decodes 80 tokens a second and the GPU draws 20 W on average. Then one token costs 20 / 80 = 0.25 J. A reply of 400 tokens takes 5 s and 100 J, which is 0.028 Wh. A phone battery holds about 13 Wh, so some 460 such replies fit into it. That sounds right: small, but not nothing.

4. **Doubt it once.** Is prefill in that figure? No: prefill draws more power for a shorter time and counts per prompt token, not per answer token. So the figure holds for decoding only, and the answer should say so.

5. **Doubt the units.** W are J/s, tokens a second cancel the seconds, J per token remain. Good.

6. **Choose the form of the answer.** One sentence with the result, one with its limits, and a formula. No list: the reader has just read one.

7. **Read it again as a stranger would.** The result stands first, the limits follow, and nothing claims to be measured.

The answer can begin.`

const ANSWER = `This is the demo's canned answer after a long canned reasoning. At 80 tokens a second and 20 W, decoding costs

$$
E_\\text{token} = \\frac{P}{r} = \\frac{20\\ \\text{W}}{80\\ \\text{s}^{-1}} = 0.25\\ \\text{J}
$$

per token. That holds for decoding alone: prefill draws more power for a shorter time and is counted per prompt token.`

/** About 1.5 kB of reasoning before a short answer. */
export function thinkReply(): Reply {
  return textReply(REASONING, ANSWER)
}
