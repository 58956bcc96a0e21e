import type { AllowanceMonthRow } from '@darkroom/contract/allowance/allowance';
import type { FeeKind } from '@darkroom/domain/allowance/fees';
import { readFee } from '@darkroom/domain/allowance/read-fee';
import type { Day } from '@darkroom/domain/calendar/day';
import { useCallback, useState, type CSSProperties, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useToday } from '../../../lib/clock/use-today.ts';
import { useToast } from '../../../lib/toast.ts';
import type { CellEdit } from '../../../ui/grid/draft.ts';
import { EditGrid, type EditGridHandle } from '../../../ui/grid/edit-grid.tsx';
import type { Selected } from '../../../ui/grid/grid-range.ts';
import { CellDetail } from './cell-detail.tsx';
import { fieldOf, idOfPerson, savedIn, type Person } from './person.ts';
import { useDays, useSheetColumns } from './sheet-columns.tsx';
import { SheetFoot } from './sheet-foot.tsx';
import type { Sheet } from './use-sheet.ts';
import styles from './sheet.module.css';

export interface MealSheetProps {
  people: readonly Person[];
  month: AllowanceMonthRow;
  layer: FeeKind;
  sheet: Sheet;
  readOnly: boolean;
  ref?: Ref<EditGridHandle>;
}

/** Parses the text of a cell into its value. */
function editOf(layer: FeeKind, person: Person, date: Day, text: string, opened?: Person): CellEdit {
  const field = fieldOf(date, layer);
  const read = readFee(layer, text);
  const value = read ? (read[layer] ?? null) : { text, code: 'not_accepted' };
  return {
    id: person.row.staff_id,
    field,
    value,
    ...(opened && { seen: savedIn(opened.row, field) }),
  };
}

/** Month as a grid of members and days, with details of the selected cell below. */
export function MealSheet({ people, month, layer, sheet, readOnly, ref }: MealSheetProps) {
  const { t } = useTranslation('allowance');
  const toast = useToast();
  const [selected, setSelected] = useState<Selected | null>(null);
  const days = useDays(month);
  const { set } = sheet;
  const onKey = useCallback(
    (person: Person, date: Day, typed: string) => set([editOf(layer, person, date, typed)]),
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
        idOf={idOfPerson}
        columns={columns}
        rowHeight={28}
        startColumn={today}
        foot={<SheetFoot people={people} days={days} layer={layer} month={month} />}
        selected={selected}
        onSelect={setSelected}
        locked={readOnly}
        onLocked={() => month.closed && toast.info(t('sheet.closed'))}
        fillsRight
        onPut={(cells) =>
          set(cells.map(({ row, column, text, opened }) => editOf(layer, row, column.key, text, opened)))
        }
        onUndo={sheet.undo}
        onRedo={sheet.redo}
        onEscape={() => sheet.drop(sheet.in('unread'))}
      />
      <CellDetail
        cell={sheet.cells.find((one) => one.id === person?.row.staff_id && one.field === field)}
        people={people}
        layer={layer}
        sheet={sheet}
        readOnly={readOnly}
      />
    </>
  );
}
