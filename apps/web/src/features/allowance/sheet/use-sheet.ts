import { allowanceEndpoints, type AllowanceRow, type DailyEntry } from '@darkroom/contract/allowance/allowance';
import type { OutputOf } from '@darkroom/contract/endpoint';
import { pickFees, isEmptyDay, NO_FEES, type DayFees } from '@darkroom/domain/allowance/fees';
import type { Day } from '@darkroom/domain/calendar/day';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { ApiError, call } from '../../../lib/api/api.ts';
import { useToast } from '../../../lib/toast.ts';
import type { UnsavedCell } from '../../../ui/grid/draft.ts';
import { useAutosave, useDraft } from '../../../ui/grid/use-draft.ts';
import { currentEntriesOf, useAllowanceErrorText } from '../month/use-allowance-call.ts';
import { parseField, idOfRow, savedValueOf, mergeEntries } from './member-month.ts';

type List = OutputOf<typeof allowanceEndpoints.list>;

/** A member's day to save, with its changed cells. */
interface SentDay {
  readonly staff_id: number;
  readonly date: Day;
  readonly entry: AllowanceRow['daily_allowance'][number] | undefined;
  readonly fees: DayFees;
  readonly cells: readonly UnsavedCell[];
}

/** Groups cells by day, each with the new fees of the day. */
function groupByDay(rows: readonly AllowanceRow[], cells: readonly UnsavedCell[]): SentDay[] {
  const byId = new Map(rows.map((row) => [row.staff_id, row]));
  const days = new Map<string, SentDay>();
  for (const cell of cells) {
    const { date, kind } = parseField(cell.field);
    const key = `${cell.id} ${date}`;
    const entry = byId.get(cell.id)?.daily_allowance.find((item) => item.date === date);
    const day = days.get(key) ?? {
      staff_id: cell.id,
      date,
      entry,
      fees: pickFees(entry ?? NO_FEES),
      cells: [],
    };
    days.set(key, {
      ...day,
      fees: { ...day.fees, [kind]: cell.value },
      cells: [...day.cells, cell],
    });
  }
  return [...days.values()];
}

/** Changes of the sheet: shown immediately and saved in the background, one batch at a time. After a conflict, the user selects a value. */
export function useAllowanceSheet(rows: readonly AllowanceRow[], queryKey: QueryKey) {
  const { t } = useTranslation('allowance');
  const client = useQueryClient();
  const toast = useToast();
  const errorText = useAllowanceErrorText();
  const draft = useDraft({ rows, idOf: idOfRow, savedIn: savedValueOf });

  const storeEntries = async (entries: readonly DailyEntry[], removed: readonly number[]) => {
    // Otherwise a response from before the change could replace it.
    await client.cancelQueries({ queryKey });
    client.setQueryData<List>(queryKey, (list) =>
      list ? { ...list, results: mergeEntries(list.results, entries, removed) } : list,
    );
  };
  const handleFailure = async (error: unknown, days: readonly SentDay[]) => {
    const cells = days.flatMap((day) => day.cells).map(({ id, field }) => ({ id, field }));
    const current = currentEntriesOf(error);
    if (error instanceof ApiError && current) {
      // Cells that the other user did not change are sent again with the current version.
      const currentEntries = current as DailyEntry[];
      const staleIds = (error.problem.errors ?? []).flatMap(
        ({ field }) => days[Number(field.split('.')[1])]?.entry?.id ?? [],
      );
      await storeEntries(
        currentEntries,
        staleIds.filter((id) => currentEntries.every((entry) => entry.id !== id)),
      );
      draft.markFailed(cells);
      void client.invalidateQueries({ queryKey });
      return;
    }
    const reason = errorText(error);
    const isLost = error instanceof ApiError && (error.status === 0 || error.status >= 500);
    draft.markFailed(cells.map((cell) => ({ ...cell, failure: { reason, isLost } })));
    if (!(error instanceof ApiError && error.status === 401)) toast.failed(reason, t('updateFailed'));
  };
  const sendDays = async (
    days: readonly SentDay[],
    send: () => Promise<{
      results: readonly DailyEntry[];
      removed?: readonly number[];
    }>,
  ) => {
    if (days.length === 0) return;
    try {
      const { results, removed } = await send();
      await storeEntries(results, removed ?? []);
      draft.markSaved(days.flatMap((day) => day.cells));
    } catch (error) {
      await handleFailure(error, days);
    }
  };
  useAutosave(draft, async (cells) => {
    const days = groupByDay(client.getQueryData<List>(queryKey)?.results ?? rows, cells);
    const added = days.filter(({ entry, fees }) => !entry && !isEmptyDay(fees));
    const updated = days.filter(({ entry }) => entry);
    // An empty day without an entry needs no save.
    draft.markSaved(days.filter((day) => !day.entry && isEmptyDay(day.fees)).flatMap((day) => day.cells));
    await sendDays(added, () =>
      call(allowanceEndpoints.dailyAdd, {
        entries: added.map(({ staff_id, date, fees }) => ({
          staff_id,
          date,
          ...fees,
        })),
      }),
    );
    await sendDays(updated, () =>
      call(allowanceEndpoints.dailyUpdate, {
        entries: updated.map(({ entry, fees }) => ({
          id: entry!.id,
          version: entry!.version,
          ...fees,
        })),
      }),
    );
  });
  return draft;
}
export type AllowanceSheet = ReturnType<typeof useAllowanceSheet>;
