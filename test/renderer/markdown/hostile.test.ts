// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, test } from 'vitest'
import { mount } from './render.ts'

/** Shows a finished reply and hands its element to the check. */
function shown(text: string, check: (root: HTMLElement, opened: readonly string[]) => void): void {
  const rendered = mount()
  rendered.show(text, false)
  check(rendered.root, rendered.opened)
  rendered.unmount()
}

describe('raw HTML is text', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'a <b onclick="alert(1)">bold</b> b',
    '<iframe src="https://evil.example"></iframe>',
    '<svg onload=alert(1)><circle/></svg>',
    '<form action="https://evil.example"><input name=q></form>',
    '<style>*{display:none}</style>',
    '<a href="javascript:alert(1)">x</a>',
    '- <div>\n  in a list\n  </div>',
    '| a |\n|---|\n| <video src=x> |',
    '<!-- comment -->',
    '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  ])('%s', (html) => {
    shown(html, (root) => {
      expect(root.querySelector('script,img,b,iframe,svg,form,style,a,video,math,input')).toBeNull()
      for (const tag of html.match(/<[^>]*>/g) ?? []) expect(root.textContent).toContain(tag)
    })
  })

  test('but <br> breaks the line', () => {
    shown('| a |\n|---|\n| x<br>y<br/>z |', (root) => expect(root.querySelectorAll('td br')).toHaveLength(2))
  })
})

describe('links', () => {
  test.each([
    ['[x](https://example.com/a?b=c#d)', 'https://example.com/a?b=c#d'],
    ['<https://example.com>', 'https://example.com/'],
    ['https://example.com/auto', 'https://example.com/auto'],
    ['[x](mailto:a@b.example)', 'mailto:a@b.example'],
    ['[x](HTTPS://EXAMPLE.com)', 'https://example.com/'],
    ['[x](https://bücher.example/)', 'https://xn--bcher-kva.example/'],
  ])('%s opens outside and shows where it leads', (text, target) => {
    shown(text, (root, opened) => {
      const link = root.querySelector('a')
      expect(link?.getAttribute('href')).toBe(target)
      expect(link?.title).toBe(target)
      const click = new MouseEvent('click', { bubbles: true, cancelable: true })
      act(() => link?.dispatchEvent(click))
      expect(click.defaultPrevented).toBe(true)
      expect(opened).toEqual([target])
    })
  })

  test.each([
    ['[x](http://example.com/a)', 'http://example.com/a'],
    ['[x](javascript:alert(1))', 'javascript:alert(1)'],
    ['[x](JaVaScRiPt:alert(1))', 'JaVaScRiPt:alert(1)'],
    ['[x](java&#10;script:alert)', 'script:alert'],
    ['[x](data:text/html,<script>)', 'data:text/html'],
    ['[x](file:///etc/passwd)', 'file:///etc/passwd'],
    ['[x](vbscript:x)', 'vbscript:x'],
    ['[x](blob:https://a/b)', 'blob:https://a/b'],
    ['[x](app://settings)', 'app://settings'],
    ['[x](//evil.example)', '//evil.example'],
    ['[x](/settings)', '/settings'],
    ['[x](#top)', '#top'],
    ['[x](https://bank.example@evil.example/)', 'https://bank.example@evil.example/'],
    ['[x](https://)', 'https://'],
    ['http://auto.example', 'http://auto.example'],
    ['<tel:123456>', 'tel:123456'],
  ])('%s is text with its address', (text, address) => {
    shown(text, (root) => {
      expect(root.querySelector('a')).toBeNull()
      expect(root.textContent).toContain(address)
    })
  })

  test('say their host when their words claim another', () => {
    shown('[https://bank.example/login](https://evil.example/x)', (root) =>
      expect(root.textContent).toBe('https://bank.example/login (evil.example)'),
    )
    shown('[www.bank.example](https://bank.example)', (root) =>
      expect(root.textContent).toBe('www.bank.example'),
    )
    shown('[Read **this**](https://bank.example)', (root) => expect(root.textContent).toBe('Read this'))
  })
})

describe('images', () => {
  test.each([
    ['![a cat](https://example.com/cat.png)', 'example.com', true],
    ['![a cat](http://example.com/cat.png)', 'example.com', false],
    ['![a cat](//example.com/cat.png)', 'example.com', false],
    ['![a cat](file:///etc/cat.png)', '/etc/cat.png', false],
    ['![a cat](data:image/svg+xml;base64,PHN2Zz4=)', 'data:image/svg', false],
    ['![a cat](data:text/html;base64,PHN2Zz4=)', 'data:text/html', false],
    ['![a cat](javascript:alert(1))', 'javascript', false],
  ])('%s is not loaded', (text, host, opens) => {
    shown(text, (root, opened) => {
      expect(root.querySelector('img, image, picture')).toBeNull()
      expect(root.textContent).toContain('a cat')
      expect(root.textContent).toContain(host)
      const button = root.querySelector('button')
      expect(button !== null).toBe(opens)
      act(() => button?.click())
      expect(opened).toEqual(opens ? ['https://example.com/cat.png'] : [])
    })
  })

  test('a raster image in the text itself is shown', () => {
    shown('![dot](data:image/png;base64,iVBORw0KGgo=)', (root) => {
      expect(root.querySelector('img')?.getAttribute('alt')).toBe('dot')
    })
  })

  test('within a link have no button', () => {
    shown('[![badge](https://a.example/b.png)](https://a.example)', (root) => {
      expect(root.querySelector('a button')).toBeNull()
      expect(root.querySelector('a')?.textContent).toContain('badge')
    })
  })
})

describe('characters that turn the direction of text', () => {
  test.each(['```\nif (admin\u202e) {\n```', '`a\u2066b`', '    indented \u202d code'])(
    '%j are seen in code',
    (text) => {
      shown(text, (root) => {
        expect(root.textContent).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
        expect(root.textContent).toMatch(/U\+20(2E|66|2D)/)
      })
    },
  )
})

test('a task is a checkbox nobody can press, labelled with its words', () => {
  shown('- [x] done **well**\n- [ ] open\n  - nested', (root) => {
    const labels = [...root.querySelectorAll('label')]
    expect(labels.map((label) => label.textContent?.trim())).toEqual(['done well', 'open'])
    const boxes = [...root.querySelectorAll('input')]
    expect(boxes.map((box) => [box.type, box.disabled, box.checked])).toEqual([
      ['checkbox', true, true],
      ['checkbox', true, false],
    ])
  })
})
