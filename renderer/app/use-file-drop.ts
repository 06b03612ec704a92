import { useEffect } from 'react'
import { useStores } from '../state/context.ts'

/** Takes a file that is dropped on the window as one to import. Without this, a page would show the file. */
export function useFileDrop(): void {
  const { app, importing } = useStores()
  useEffect(() => {
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const onDragOver = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
    }
    const onDrop = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      const file = event.dataTransfer?.files[0]
      if (!file) return
      app.openSheet('import')
      void importing.run(file)
    }
    window.addEventListener('dragover', onDragOver)
    window.addEventListener('drop', onDrop)
    return () => {
      window.removeEventListener('dragover', onDragOver)
      window.removeEventListener('drop', onDrop)
    }
  }, [app, importing])
}
