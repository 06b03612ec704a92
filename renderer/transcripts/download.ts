/** The address must outlive the click, ms; the browser reads the file in its own time. */
const KEPT_MS = 60_000

/** Hands text to the browser as a file; where and whether it is saved is then the browser's affair. */
export function download(file: {
  readonly fileName: string
  readonly mediaType: string
  readonly text: string
}): void {
  const url = URL.createObjectURL(new Blob([file.text], { type: `${file.mediaType};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = file.fileName
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
