import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createWindowMemory } from '../../../main/electron/window-memory.ts'
import { type Area, placeWindow } from '../../../main/electron/window-place.ts'

const LAPTOP: Area = { x: 0, y: 25, width: 1728, height: 1000 }
/** Above and left of the laptop, as people put them. */
const MONITOR: Area = { x: -2560, y: -600, width: 2560, height: 1415 }
const SMALL: Area = { x: 0, y: 25, width: 1024, height: 600 }

describe('a new window', () => {
  it('is in the middle of the main display at a first start, and no larger than it', () => {
    expect(placeWindow(null, [LAPTOP, MONITOR])).toEqual({ x: 224, y: 125, width: 1280, height: 800 })
    expect(placeWindow(null, [SMALL])).toEqual(SMALL)
  })

  it('is where the last one was while that is on a display', () => {
    for (const place of [
      { x: 100, y: 100, width: 900, height: 700 },
      { x: -2000, y: -300, width: 1200, height: 800 },
    ]) {
      expect(placeWindow(place, [LAPTOP, MONITOR])).toEqual(place)
    }
  })

  it('comes back when its display has gone', () => {
    expect(placeWindow({ x: -2000, y: -300, width: 1200, height: 800 }, [LAPTOP])).toEqual({
      x: 0,
      y: 25,
      width: 1200,
      height: 800,
    })
  })

  it('comes to the nearest display when it is on none', () => {
    const place = { x: -9000, y: 0, width: 800, height: 600 }
    expect(placeWindow(place, [LAPTOP, MONITOR])).toEqual({ ...place, x: MONITOR.x })
  })

  it('shrinks to a display that has become smaller, and has its title bar in reach', () => {
    const place = { x: 300, y: -500, width: 1280, height: 800 }
    expect(placeWindow(place, [SMALL])).toEqual(SMALL)
    expect(placeWindow({ ...place, width: 800, height: 500 }, [SMALL])).toEqual({
      x: 224,
      y: 25,
      width: 800,
      height: 500,
    })
  })

  it('does not cover another one, unless there is no other place', () => {
    const first = { x: 100, y: 100, width: 900, height: 700 }
    const second = placeWindow(first, [LAPTOP], [first])
    expect(second).toEqual({ ...first, x: 122, y: 122 })
    expect(placeWindow(first, [LAPTOP], [first, second])).toEqual({ ...first, x: 144, y: 144 })
    expect(placeWindow(LAPTOP, [LAPTOP], [LAPTOP])).toEqual(LAPTOP)
  })

  it('is always whole on a display, wherever it was and whatever there is', () => {
    const position = fc.integer({ min: -5000, max: 5000 })
    const area = (least: number) =>
      fc.record({
        x: position,
        y: position,
        width: fc.integer({ min: least, max: 4000 }),
        height: fc.integer({ min: least, max: 3000 }),
      })
    const displays = fc.array(area(800), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(
        fc.option(area(100)),
        displays,
        fc.array(area(100), { maxLength: 3 }),
        (last, now, others) => {
          const place = placeWindow(last, now, others)
          return now.some(
            ({ x, y, width, height }) =>
              place.x >= x &&
              place.y >= y &&
              place.x + place.width <= x + width &&
              place.y + place.height <= y + height,
          )
        },
      ),
    )
  })
})

describe('what is remembered of a window', () => {
  const file = () => join(mkdtempSync(join(tmpdir(), 'afm-window-')), 'window.json')
  const window = { bounds: { x: -5, y: 25, width: 900, height: 700 }, zoomed: true, fullScreen: false }

  it('comes back', () => {
    const memory = createWindowMemory(file())
    expect(memory.read()).toBeNull()
    memory.write(window)
    expect(memory.read()).toEqual(window)
  })

  it.each(['', '{', '{}', '[]', JSON.stringify({ ...window, bounds: { ...window.bounds, width: 1e9 } })])(
    'is nothing when the file holds %j',
    (content) => {
      const path = file()
      writeFileSync(path, content)
      expect(createWindowMemory(path).read()).toBeNull()
    },
  )

  it('does not stop the app when it cannot be written', () => {
    expect(() => createWindowMemory('/dev/null/window.json').write(window)).not.toThrow()
  })
})
