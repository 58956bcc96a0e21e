import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.tsx';
import { useToast } from '../toast.ts';

interface SelectionState<C> {
  readonly list: string;
  readonly selected: C;
  readonly href: string;
  /** Set while Undo returns to the list: the selection is back before the rows. */
  readonly returning?: true;
  /** The selection in the previous list. */
  readonly cleared?: SelectionState<C>;
}

/**
 * Returns the selected rows of a list, which `list` identifies. Another filter clears the selection, and a message offers to restore it
 * (decision 163).
 */
export function useListSelection<C extends { readonly size: number }>(
  emptySelection: C,
  list: string,
): [chosen: C, change: (update: (now: C) => C) => void] {
  const { t } = useTranslation(['table', 'common']);
  const toast = useToast();
  const router = useRouter();
  const [selection, setSelection] = useState<SelectionState<C>>({ list, selected: emptySelection, href: '' });
  if (selection.list !== list && !selection.returning)
    setSelection({ list, selected: emptySelection, href: '', cleared: selection });
  if (selection.list === list && selection.returning)
    setSelection({ list, selected: selection.selected, href: selection.href });
  const offerUndo = useEffectEvent(({ list: previousList, selected, href }: SelectionState<C>) => {
    if (selected.size === 0) return;
    toast.info(t('table:selectionCleared', { count: selected.size }), {
      label: t('common:undo'),
      onPress: () => {
        setSelection({ list: previousList, selected, href, returning: true });
        // Replaces the history entry, so that Back skips the undone filter.
        router.history.replace(href);
      },
    });
  });
  const { cleared } = selection;
  useEffect(() => {
    if (cleared) offerUndo(cleared);
  }, [cleared]);
  const change = useCallback(
    (update: (now: C) => C) =>
      setSelection((current) => ({
        list,
        selected: update(current.list === list ? current.selected : emptySelection),
        href: router.history.location.href,
      })),
    [list, emptySelection, router],
  );
  return [selection.list === list ? selection.selected : emptySelection, change];
}
