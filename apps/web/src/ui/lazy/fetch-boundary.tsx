import { Component, type ReactNode } from 'react';

/** Code could not be fetched: no network, or no server. */
export class CodeLoadError extends Error {
  /**
   * Called when the failure is shown: the next time the component is shown, its code is fetched again. (React renders twice before that.)
   */
  readonly forget: () => void;

  constructor(cause: unknown, forget: () => void) {
    super('The code could not be fetched', { cause });
    this.forget = forget;
  }
}

/** Renders a part instead of code that could not be fetched. `onRetry` fetches it again. */
export type RenderFailed = (onRetry: () => void) => ReactNode;

interface BoundaryProps {
  renderFailed: RenderFailed;
  children: ReactNode;
}

/** Shows `renderFailed` instead of code that could not be fetched, until Retry or until the network is back. Rethrows every other error. */
export class FetchBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof CodeLoadError) error.forget();
  }

  override componentDidMount() {
    addEventListener('online', this.retry);
  }

  override componentWillUnmount() {
    removeEventListener('online', this.retry);
  }

  retry = () => this.setState({ error: null });

  override render() {
    const error: unknown = this.state.error;
    if (error === null) return this.props.children;
    if (!(error instanceof CodeLoadError)) throw error;
    return this.props.renderFailed(this.retry);
  }
}
