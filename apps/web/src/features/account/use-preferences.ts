import type { Endpoint, InputOf, OutputOf } from '@darkroom/contract/endpoint';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { query, useApiMutation } from '../../lib/api/query.ts';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useToast } from '../../lib/toast.ts';

/**
 * Returns preferences of the account, which are saved with each change.
 * @param toInput returns the preferences that are sent, from the saved ones
 */
export function usePreferences<R extends Endpoint, W extends Endpoint>(
  read: R,
  write: W,
  toInput: (saved: OutputOf<R>) => InputOf<W>,
) {
  const { t } = useTranslation('notification');
  const toast = useToast();
  const client = useQueryClient();
  const readOptions = query(read, {} as InputOf<R>);
  const saved = useQuery(readOptions);
  const save = useApiMutation(write, { onError: () => void saved.refetch() });
  // Unsaved preferences are separate from saved ones, because a read between two saves returns only the first saved choice.
  const [pendingChoice, setPendingChoice] = useState<InputOf<W>>();
  const latest = useRef<InputOf<W>>(undefined);
  const sending = useRef(false);
  const choice = pendingChoice ?? (saved.data && toInput(saved.data));
  const change = async (getPatch: (before: InputOf<W>) => Partial<InputOf<W>>) => {
    const before = latest.current ?? choice;
    if (!before) return;
    latest.current = { ...before, ...getPatch(before) };
    setPendingChoice(latest.current);
    if (sending.current) return;
    sending.current = true;
    try {
      // Saves run one after the other, because each sends all preferences. A change during a save is sent with the next one.
      for (let sent: InputOf<W> | undefined; latest.current && sent !== latest.current;) {
        sent = latest.current;
        await save.mutateAsync(sent);
      }
      const { queryKey } = readOptions;
      await client.cancelQueries({ queryKey });
      const stored = latest.current;
      client.setQueryData<OutputOf<R>>(queryKey, (before) => before && Object.assign({}, before, stored));
      toast.success(t('saved'));
    } catch {
      // The mutation shows the error. The saved preferences are read again.
    } finally {
      sending.current = false;
      latest.current = undefined;
      setPendingChoice(undefined);
    }
  };
  return { saved, choice, change };
}
