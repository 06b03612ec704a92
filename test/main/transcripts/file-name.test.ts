import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileNameFrom } from '../../../main/transcripts/file-name.ts'

describe('a file name', () => {
  it.each([
    ['Penguins', 'Penguins.md'],
    ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j.md'],
    ['  .hidden. . ', 'hidden.md'],
    ['two\nlines\tand \u0000\u0007 bells', 'two lines and bells.md'],
    ['', 'Conversation.md'],
    ['...', 'Conversation.md'],
    ['CON', '_CON.md'],
    ['nul.txt', '_nul.txt.md'],
    ['com1 .x', '_com1 .x.md'],
    ['console', 'console.md'],
    ['\u202egnp.exe', 'gnp.exe.md'],
    ['👨‍👩‍👧 family', '👨‍👩‍👧 family.md'],
  ])('from %j is %j', (title, name) => {
    expect(fileNameFrom(title, 'md')).toBe(name)
  })

  it('never ends in half an emoji, however long the title', () => {
    const name = fileNameFrom('👩‍🚀'.repeat(100), 'json')
    expect(name).toMatch(/^(👩‍🚀)+\.json$/u)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
  })

  it('is one that every file system takes, whatever the title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (title) => {
        const name = fileNameFrom(title, 'html')
        expect(name).toMatch(/^[^<>:"/\\|?*\p{Cc}\p{Cs}]+\.html$/u)
        expect(name).not.toMatch(/^[\s.]|[\s.]\.html$/u)
        expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)\s*\./i)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
      }),
    )
  })
})
