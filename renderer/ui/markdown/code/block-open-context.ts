import { createContext } from 'react'

/** Whether the block around still grows: code in it is not coloured before it has come to rest. */
export const BlockOpenContext = createContext(false)
