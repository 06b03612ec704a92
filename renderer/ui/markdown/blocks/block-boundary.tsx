import { Component, type ReactNode } from 'react'
import { PlainBlock } from './plain-block.tsx'

interface Props {
  readonly text: string
  readonly children: ReactNode
}

interface State {
  readonly failed: boolean
  /** The text the state is about. */
  readonly text: string
}

/**
 * Keeps a block that cannot be rendered from taking the page with it: its text stands as it is instead. When
 * the text has changed, it is tried again.
 */
export class BlockBoundary extends Component<Props, State> {
  override state: State = { failed: false, text: this.props.text }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  static getDerivedStateFromProps(props: Props, state: State): State | null {
    return props.text === state.text ? null : { failed: false, text: props.text }
  }

  override render(): ReactNode {
    return this.state.failed ? <PlainBlock text={this.props.text} /> : this.props.children
  }
}
