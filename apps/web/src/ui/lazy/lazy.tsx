import {
  createElement,
  lazy,
  Suspense,
  useState,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
} from 'react';
import { FetchBoundary, CodeLoadError, type RenderFailed } from './fetch-boundary.tsx';
import { LoadFailedOverlay, LoadFailedPart, OverlaySkeleton } from './skeleton.tsx';

type AnyComponent = (props: never) => ReactNode;
type PropsOf<P extends AnyComponent> = Parameters<P> extends [infer Props extends object] ? Props : object;

/** Fetches the code of a component: the default export of its module. */
export type LoadModule<P extends AnyComponent = () => ReactNode> = () => Promise<{ default: P }>;

/** A component whose code is fetched when it is first shown, or by `preload`, which never fails. */
export type LazyCode<P extends AnyComponent = () => ReactNode> = P & { preload: () => Promise<void> };

/**
 * Loads code like React's `lazy`, but a failure is not permanent: when shown again, the code is fetched again.
 * @throws CodeLoadError during rendering, if the code could not be fetched
 */
export function lazyCode<P extends AnyComponent>(load: LoadModule<P>): LazyCode<P> {
  type Code = ComponentType<PropsOf<P>>;
  let fetched: Code | null = null;
  const fetch = async () => {
    const module = await load();
    fetched = module.default as unknown as Code;
    return { default: fetched };
  };
  const createLazy = (): Code =>
    lazy(() =>
      fetch().catch((error: unknown) => {
        throw new CodeLoadError(error, () => (pendingCode = createLazy()));
      }),
    );
  let pendingCode = createLazy();
  function Shown(props: PropsOf<P>) {
    // Code that is already loaded is drawn immediately. The choice does not change, because the component would lose its state.
    const [{ code }] = useState(() => ({ code: fetched ?? pendingCode }));
    return createElement(code as FunctionComponent<PropsOf<P>>, props);
  }
  const preload = () => fetch().then(ignore, ignore);
  return Object.assign(Shown as unknown as P, { preload });
}

const ignore = () => undefined;

/**
 * Loads a large part of a page that is not read first, such as a chart.
 * @param fallback shown until the code is loaded
 * @param renderFailed shown if the code cannot be fetched: a line with Retry
 */
export function lazyPart<P extends AnyComponent>(
  load: LoadModule<P>,
  fallback: ReactNode = null,
  renderFailed: RenderFailed = (onRetry) => <LoadFailedPart onRetry={onRetry} />,
): P {
  const Code = lazyCode(load) as unknown as FunctionComponent<PropsOf<P>>;
  const Shown = (props: PropsOf<P>) => (
    <FetchBoundary renderFailed={renderFailed}>
      <Suspense fallback={fallback}>
        <Code {...props} />
      </Suspense>
    </FetchBoundary>
  );
  return Shown as unknown as P;
}

/**
 * Loads a form or dialog over the page, whose frame is there immediately. If its code cannot be fetched, a small dialog offers Retry.
 * @param close closes it before its code has loaded. The default is its `onClose`
 */
export function lazyOverlay<P extends AnyComponent>(
  load: LoadModule<P>,
  close: (props: PropsOf<P>) => void,
): LazyCode<P>;
export function lazyOverlay<P extends (props: PropsOf<P> & Closable) => ReactNode>(load: LoadModule<P>): LazyCode<P>;
export function lazyOverlay<P extends AnyComponent>(
  load: LoadModule<P>,
  close: (props: never) => void = callOnClose,
): LazyCode<P> {
  const code = lazyCode(load);
  const Code = code as unknown as FunctionComponent<PropsOf<P>>;
  const Shown = (props: PropsOf<P>) => {
    const onClose = () => close(props as never);
    return (
      <FetchBoundary renderFailed={(onRetry) => <LoadFailedOverlay onRetry={onRetry} onClose={onClose} />}>
        <Suspense fallback={<OverlaySkeleton onClose={onClose} />}>
          <Code {...props} />
        </Suspense>
      </FetchBoundary>
    );
  };
  return Object.assign(Shown as unknown as P, { preload: code.preload });
}

interface Closable {
  onClose: () => void;
}
const callOnClose = ({ onClose }: Closable) => onClose();
