import {
  createContext,
  createElement,
  lazy,
  use,
  useCallback,
  useEffect,
  useReducer,
  useState,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
} from 'react';
import { stylesAgain } from './style-sheets.ts';

/** What stands where the code could not be fetched is told this, beside the part's own properties. */
export interface NotLoadedProps {
  /** It is being tried again. */
  busy: boolean;
  onRetry: () => void;
}

/** A component, whatever its properties. */
export type Part = (props: never) => ReactNode;
export type PropsOf<P extends Part> = Parameters<P> extends [infer Props extends object] ? Props : object;

/** How a part's code is fetched: the part is the default of its module. */
export type Load<P extends Part = () => ReactNode> = () => Promise<{ default: P }>;

/**
 * A part whose code is fetched when it is first shown, or before. Fetching it before never fails: what could not be fetched then
 * is asked for again where it is shown.
 */
export type Late<P extends Part = () => ReactNode> = P & { preload: () => Promise<void> };

/**
 * The browser says that there is a network before one answers, or while what was asked for without one is still failing, and of a server that
 * was away it says nothing: while it is missing it is asked for again after this long, then after twice as long, up to the longest.
 */
const FIRST_WAIT_MS = 250;
const SERVER_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 16_000;

const waiting = new Set<() => void>();

/** Calls when the code of a part has come, whichever; what it answers with ends that. */
export function onArrival(call: () => void): () => void {
  waiting.add(call);
  return () => void waiting.delete(call);
}

/** Whether what stands here is open: what is closed needs no code, and says nothing about it. */
export const Opened = createContext(true);

/**
 * A part whose code comes later. React's `lazy`, and the router's, keep a failure for good: what was first opened without a
 * network stays broken until the app is loaded anew. Here a failure lasts as long as it is shown, can be tried again, and is by
 * itself when the network is back.
 */
export function late<P extends Part>(load: Load<P>, NotLoaded: ComponentType<PropsOf<P> & NotLoadedProps>): Late<P> {
  type Props = PropsOf<P>;
  let part: FunctionComponent<Props> | null = null;
  let loading: Promise<void> | null = null;
  /** Everywhere it is missing: filters of one kind stand side by side, and come together. */
  const missing = new Set<() => void>();
  const preload = () =>
    (loading ??= stylesAgain()
      .then(load)
      .then(
        (module) => {
          part = module.default as unknown as FunctionComponent<Props>;
          for (const call of waiting) call();
        },
        () => {
          loading = null;
        },
      ));
  // React's own way to wait, once for each attempt: it never fails, and shows what came of it.
  const attempt = () => lazy(() => preload().then(() => ({ default: Settled })));
  let latest = attempt();
  function Shown(props: Props) {
    const [, look] = useReducer((times: number) => times + 1, 0);
    const open = use(Opened);
    // What was there from the first is drawn at once; what was waited for stays what it is.
    const [here] = useState(part !== null);
    if (part && here) return createElement(part, props);
    return open || part ? createElement(latest, { of: props, look }) : null;
  }
  function Settled({ of, look }: { of: Props; look: () => void }) {
    return part ? createElement(part, of) : createElement(Missing, { of, look });
  }
  function Missing({ of, look }: { of: Props; look: () => void }) {
    const [busy, setBusy] = useState(false);
    const retry = useCallback(async () => {
      setBusy(true);
      await preload();
      if (part) for (const shown of missing) shown();
      else setBusy(false);
    }, []);
    useEffect(() => {
      missing.add(look);
      let soon: ReturnType<typeof setTimeout> | undefined;
      const back = async (wait_ms: number) => {
        await retry();
        if (!part && missing.has(look)) askIn(wait_ms);
      };
      const askIn = (wait_ms: number) => {
        clearTimeout(soon);
        soon = setTimeout(() => void back(Math.min(wait_ms * 2, LONGEST_WAIT_MS)), wait_ms);
      };
      const online = () => void back(FIRST_WAIT_MS);
      askIn(SERVER_WAIT_MS);
      window.addEventListener('online', online);
      return () => {
        window.removeEventListener('online', online);
        clearTimeout(soon);
        missing.delete(look);
        // Shown another time, it is tried another time.
        if (missing.size === 0 && !part) latest = attempt();
      };
    }, [look, retry]);
    return createElement(NotLoaded, { ...(of as object), busy, onRetry: () => void retry() } as Props & NotLoadedProps);
  }
  return Object.assign(Shown as unknown as P, { preload });
}

/** A part that a page is whole without: where it cannot be fetched it is left out, until the network is back. */
export const lateExtra = <P extends Part>(load: Load<P>): Late<P> => late(load, () => null);
