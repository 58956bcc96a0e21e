import type { Endpoint } from '@darkroom/contract/endpoint';
import { useEffect, useRef } from 'react';

/** A named action on an open record. The palette offers it to users who have permission for its endpoint. */
export interface ScreenAction {
  /** Unique on the screen. */
  key: string;
  /** In the page's language: "Add job", "Start · 261118-004-02". */
  label: string;
  /** The endpoint of the action. Users without access do not see the action, and a lock shows its reason. */
  call: Pick<Endpoint, 'access' | 'lock'>;
  /** The single key with the same effect. */
  shortcut?: string | undefined;
  /** True for actions of every list, which are after the screen's own actions. */
  last?: true;
  run: () => void;
}

type ReadActions = () => readonly (ScreenAction | false)[];

/** All sources of actions on the page, parts before the whole. */
const sources: { read: ReadActions }[] = [];

/**
 * Sets the actions of a screen, a list or an open record: `useScreenActions(() => [{ key: 'add', label: t('add'), call: add, run }])`. They
 * are read when the palette opens, so that they can use the focused row.
 */
export function useScreenActions(read: ReadActions): void {
  const source = useRef({ read });
  useEffect(() => {
    source.current.read = read;
  });
  useEffect(() => {
    const registered = source.current;
    sources.push(registered);
    return () => {
      sources.splice(sources.indexOf(registered), 1);
    };
  }, []);
}

export const readScreenActions = (): ScreenAction[] =>
  sources
    .flatMap(({ read }) => read().filter((action) => action !== false))
    .toSorted((a, b) => Number(a.last ?? false) - Number(b.last ?? false));
