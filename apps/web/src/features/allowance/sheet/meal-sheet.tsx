import type { AllowanceMonthRow } from '@darkroom/contract/allowance/allowance';
import type { FeeKind } from '@darkroom/domain/allowance/fees';
import { readFee } from '@darkroom/domain/allowance/read-fee';
import type { Day } from '@darkroom/domain/calendar/day';
import { useCallback, useState, type CSSProperties, type Ref } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useToday } from '../../../lib/clock/use-today.ts';
import { useToast } from '../../../lib/toast.ts';
import type { CellEdit } from '../../../ui/grid/draft.ts';
import { EditGrid, type EditGridHandle } from '../../../ui/grid/edit-grid.tsx';
import type { Selected } from '../../../ui/grid/grid-range.ts';
import { CellDetail } from './cell-detail.tsx';
import { fieldOf, idOfMember, savedValueOf, type MemberMonth } from './member-month.ts';
import { useMonthDays, useSheetColumns } from './sheet-columns.tsx';
import { SheetFooter } from './sheet-footer.tsx';
import type { AllowanceSheet } from './use-sheet.ts';
import styles from './sheet.module.css';

export interface MealSheetProps {
  people: readonly MemberMonth[];
  month: AllowanceMonthRow;
  layer: FeeKind;
  sheet: AllowanceSheet;
  readOnly: boolean;
  ref?: Ref<EditGridHandle>;
}

/** Parses the text of a cell into its value. */
function toCellEdit(layer: FeeKind, person: MemberMonth, date: Day, text: string, opened?: MemberMonth): CellEdit {
  const field = fieldOf(date, layer);
  const read = readFee(layer, text);
  const value = read ? (read[layer] ?? null) : { text, code: 'not_accepted' };
  return {
    id: person.row.staff_id,
    field,
    value,
    ...(opened && { baseValue: savedValueOf(opened.row, field) }),
  };
}

/** Month as a grid of members and days, with details of the selected cell below. */
export function MealSheet({ people, month, layer, sheet, readOnly, ref }: MealSheetProps) {
  const { t } = useTranslation('allowance');
  const toast = useToast();
  const [selected, setSelected] = useState<Selected | null>(null);
  const days = useMonthDays(month);
  const { set } = sheet;
  const onKey = useCallback(
    (person: MemberMonth, date: Day, typed: string) => set([toCellEdit(layer, person, date, typed)]),
    [set, layer],
  );
  const columns = useSheetColumns({ days, layer, onKey });
  // Users mostly enter the current day, so it is selected first.
  const today = Math.max(0, days.days.indexOf(useToday()));
  const person = people.find(({ row }) => row.staff_id === selected?.active.id);
  const date = days.days[selected?.active.column ?? -1];
  const field = date && fieldOf(date, layer);
  return (
    <>
      <EditGrid
        {...(ref !== undefined && { ref })}
        name="allowance"
        label={t('sheet.grid', { layer: t(`kind.${layer}`) })}
        className={styles.grid}
        style={{ '--days': days.days.length } as CSSProperties}
        rows={people}
        idOf={idOfMember}
        columns={columns}
        rowHeight={28}
        startColumn={today}
        foot={<SheetFooter people={people} days={days} layer={layer} month={month} />}
        selected={selected}
        onSelect={setSelected}
        locked={readOnly}
        onLocked={() => month.closed && toast.info(t('sheet.closed'))}
        fillsRight
        onPut={(cells) =>
          set(cells.map(({ row, column, text, opened }) => toCellEdit(layer, row, column.key, text, opened)))
        }
        onUndo={sheet.undo}
        onRedo={sheet.redo}
        onEscape={() => sheet.drop(sheet.in('unread'))}
      />
      <CellDetail
        cell={sheet.cells.find((cell) => cell.id === person?.row.staff_id && cell.field === field)}
        people={people}
        layer={layer}
        sheet={sheet}
        readOnly={readOnly}
      />
    </>
  );
}
