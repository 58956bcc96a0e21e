import type { Endpoint } from '@darkroom/contract/endpoint';
import { useEffect, useRef } from 'react';

/** Something one can do with what is open, by name: the palette offers it to whoever may make its call. */
export interface ScreenAction {
  /** Like no other on the screen. */
  key: string;
  /** In the page's language: "Add job", "Start · 261118-004-02". */
  label: string;
  /** The call it leads to: who may not make it is not offered it, and a lock that stops it is said. */
  call: Pick<Endpoint, 'access' | 'lock'>;
  /** The single key that does the same. */
  shortcut?: string | undefined;
  /** What is done with any list stands after what this one is for. */
  last?: true;
  run: () => void;
}

type Read = () => readonly (ScreenAction | false)[];

/** Everything on the page that can do something, parts before the whole. */
const offered: { read: Read }[] = [];

/**
 * What a screen, a list or an open record can do: `useScreenActions(() => [{ key: 'add', label: t('add'), call: add, run }])`.
 * It is asked at the moment the palette opens, so that it may speak of the row that has the focus then.
 */
export function useScreenActions(read: Read): void {
  const mine = useRef({ read });
  useEffect(() => {
    mine.current.read = read;
  });
  useEffect(() => {
    const one = mine.current;
    offered.push(one);
    return () => {
      offered.splice(offered.indexOf(one), 1);
    };
  }, []);
}

/** What can be done now with what is open. */
export const readScreenActions = (): ScreenAction[] =>
  offered
    .flatMap(({ read }) => read().filter((action) => action !== false))
    .toSorted((a, b) => Number(a.last ?? false) - Number(b.last ?? false));
