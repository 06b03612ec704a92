/**
 * Prints a transcript that main has made, in this page: its policy allows neither a frame nor an inline
 * style. A style sheet that a script builds is no inline style; it counts on paper only, where base.css
 * shows the transcript instead of the app.
 */
export function printTranscript(transcript: {
  readonly title: string
  readonly css: string
  readonly bodyHtml: string
}): void {
  const sheet = new CSSStyleSheet({ media: 'print' })
  sheet.replaceSync(transcript.css)
  const paper = document.createElement('div')
  paper.id = 'paper'
  // Parsed without a document that could run or load anything; main has escaped all that is not ours.
  const parsed = new DOMParser().parseFromString(transcript.bodyHtml, 'text/html')
  paper.append(...parsed.body.childNodes)
  const title = document.title
  document.getElementById('paper')?.remove()
  document.body.append(paper)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  // What a browser offers as the file's name.
  document.title = transcript.title
  window.addEventListener(
    'afterprint',
    () => {
      paper.remove()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
      document.title = title
    },
    { once: true },
  )
  window.print()
}
