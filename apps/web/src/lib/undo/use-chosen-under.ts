import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../toast.ts';

/**
 * What is chosen in a list, which `list` tells from others. Another filter is another list: nothing stays chosen there, which is told,
 * with the way back to where it was chosen (decision 163).
 */
export function useChosenUnder<C extends { readonly size: number }>(
  none: C,
  list: string,
): [chosen: C, change: (how: (now: C) => C) => void] {
  const { t } = useTranslation(['table', 'common']);
  const toast = useToast();
  const router = useRouter();
  const [held, setHeld] = useState({ list, chosen: none, at: '' });
  const drop = useEffectEvent(() => {
    // Going back, the choice is held again before its list is there.
    if (held.list === list) return;
    setHeld({ ...held, list, chosen: none });
    const count = held.chosen.size;
    if (count)
      toast.info(t('table:dropped', { count }), {
        label: t('common:undo'),
        onPress: () => {
          setHeld(held);
          router.history.push(held.at);
        },
      });
  });
  useEffect(() => drop(), [list]);
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
