import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../toast.ts';
import type { SetSearch } from '../use-screen-search.ts';

interface Under<C, S> {
  /** What makes the list another list. */
  list: string;
  search: S;
  chosen: C;
}

/**
 * What is chosen in a list. Another filter is another list: nothing stays chosen there, which is told, with the way back to the
 * former list and what was chosen in it (decision 163).
 */
export function useChosenUnder<C extends { readonly size: number }, S extends object>(
  none: C,
  { list, search, setSearch }: { list: string; search: S; setSearch: SetSearch<S> },
): [chosen: C, setChosen: Dispatch<SetStateAction<C>>] {
  const { t } = useTranslation(['table', 'common']);
  const toast = useToast();
  const [chosen, setChosen] = useState(none);
  const [chosenUnder, setChosenUnder] = useState(list);
  const [wanted, setWanted] = useState<Under<C, S> | null>(null);
  if (chosenUnder !== list) {
    setChosenUnder(list);
    setChosen(wanted?.list === list ? wanted.chosen : none);
    setWanted(null);
  }
  const last = useRef<Under<C, S>>({ list, search, chosen });
  const goBack = (was: Under<C, S>) => {
    const { list: here, search: now } = last.current;
    if (here === was.list) return setChosen(was.chosen);
    setWanted(was);
    // What is set by now and was not then goes too.
    const unset = Object.fromEntries(Object.keys(now).map((name) => [name, undefined]));
    setSearch({ ...unset, ...was.search });
  };
  useEffect(() => {
    const was = last.current;
    last.current = { list, search, chosen };
    if (was.list === list || was.chosen.size === 0 || chosen.size > 0) return;
    toast.info(t('table:dropped', { count: was.chosen.size }), {
      label: t('common:undo'),
      onPress: () => goBack(was),
    });
  });
  return [chosen, setChosen];
}
