import { type RefObject, useLayoutEffect, useState } from 'react'
import { PlotGroup } from './plot-group.ts'

/** The group of the plots inside an element, null until it is in the document, and whether it is zoomed. */
export function usePlotGroup(element: RefObject<HTMLElement | null>): {
  readonly group: PlotGroup | null
  readonly zoomed: boolean
} {
  const [group, setGroup] = useState<PlotGroup | null>(null)
  const [zoomed, setZoomed] = useState(false)
  useLayoutEffect(() => {
    if (!element.current) return
    const made = new PlotGroup(element.current)
    made.onZoom = setZoomed
    setGroup(made)
    return () => made.destroy()
  }, [element])
  return { group, zoomed }
}
