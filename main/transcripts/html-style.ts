/** How a transcript looks, on screen and on paper. In the file itself, so that it needs nothing else. */
export const TRANSCRIPT_CSS = `
:root { color-scheme: light; }
body { margin: 0; background: #fff; color: #1d1d1f; font: 13px/1.5 -apple-system, system-ui, sans-serif; }
.transcript { max-width: 46rem; margin: 0 auto; padding: 24px; overflow-wrap: anywhere; }
.transcript + .transcript { break-before: page; border-top: 1px solid #d2d2d7; }
h1 { font-size: 22px; margin: 0; }
h2 { font-size: 12px; color: #6e6e73; margin: 24px 0 4px; break-after: avoid; }
h3 { font-size: 12px; margin: 8px 0 4px; break-after: avoid; }
.when, .note { color: #6e6e73; margin: 0; }
.typed { white-space: pre-wrap; margin: 0; }
.you { border-left: 3px solid #0a84ff; padding-left: 12px; }
.reasoning { color: #6e6e73; border-left: 1px solid #d2d2d7; padding-left: 12px; }
pre, code { font: 12px/1.45 ui-monospace, SFMono-Regular, Menlo, monospace; }
pre { background: #f5f5f7; padding: 8px 12px; border-radius: 6px; white-space: pre-wrap; }
table { border-collapse: collapse; margin: 8px 0; break-inside: avoid; }
.samples { break-inside: auto; }
th, td { border: 1px solid #d2d2d7; padding: 2px 8px; text-align: left; font-weight: normal; }
.figures, .samples { color: #6e6e73; font-size: 11px; font-variant-numeric: tabular-nums; }
img { display: none; }
@page { margin: 18mm; }
@media print { .transcript { max-width: none; padding: 0; } a { color: inherit; } }
`
