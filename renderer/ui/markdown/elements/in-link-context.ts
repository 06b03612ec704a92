import { createContext } from 'react'

/** Whether a link is around: nothing within it may be pressed. */
export const InLinkContext = createContext(false)
