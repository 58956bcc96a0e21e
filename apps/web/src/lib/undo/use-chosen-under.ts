import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../toast.ts';

interface Held<C> {
  readonly list: string;
  readonly chosen: C;
  /** The address it was chosen at. */
  readonly at: string;
  /** On the way back to its list: it is held again before that is there. */
  readonly returning?: true;
  /** What was chosen in the list before this one. */
  readonly dropped?: Held<C>;
}

/**
 * What is chosen in a list, which `list` tells from others. Another filter is another list: nothing stays chosen there, and a message
 * offers the way back to where it was chosen (decision 163).
 */
export function useChosenUnder<C extends { readonly size: number }>(
  none: C,
  list: string,
): [chosen: C, change: (how: (now: C) => C) => void] {
  const { t } = useTranslation(['table', 'common']);
  const toast = useToast();
  const router = useRouter();
  const [held, setHeld] = useState<Held<C>>({ list, chosen: none, at: '' });
  if (held.list !== list && !held.returning) setHeld({ list, chosen: none, at: '', dropped: held });
  if (held.list === list && held.returning) setHeld({ list, chosen: held.chosen, at: held.at });
  const tell = useEffectEvent(({ list: former, chosen, at }: Held<C>) => {
    if (chosen.size === 0) return;
    toast.info(t('table:dropped', { count: chosen.size }), {
      label: t('common:undo'),
      onPress: () => {
        setHeld({ list: former, chosen, at, returning: true });
        // In the place of what is undone: Back does not lead there.
        router.history.replace(at);
      },
    });
  });
  const { dropped } = held;
  useEffect(() => {
    if (dropped) tell(dropped);
  }, [dropped]);
  const change = useCallback(
    (how: (now: C) => C) =>
      setHeld((of) => ({
        list,
        chosen: how(of.list === list ? of.chosen : none),
        at: router.history.location.href,
      })),
    [list, none, router],
  );
  return [held.list === list ? held.chosen : none, change];
}
