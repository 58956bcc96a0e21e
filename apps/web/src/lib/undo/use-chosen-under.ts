import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../toast.ts';

interface Held<C> {
  readonly list: string;
  readonly chosen: C;
  /** The URL of the selection. */
  readonly at: string;
  /** Set while Undo returns to the list: the selection is back before the rows. */
  readonly returning?: true;
  /** The selection in the previous list. */
  readonly dropped?: Held<C>;
}

/**
 * The selected rows of a list, which `list` identifies. Another filter is another list: the selection is cleared, and a message offers
 * the way back (decision 163).
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
        // Replaces the history entry, so that Back skips the undone filter.
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
