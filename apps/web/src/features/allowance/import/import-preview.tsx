import { NO_FEES, type FeeKind } from '@darkroom/domain/allowance/fees';
import { resolveDay, validateMonthCells, type ValidatedMonth, type MonthCell } from '@darkroom/domain/allowance/sheet';
import { monthOf, type Month } from '@darkroom/domain/calendar/day';
import { Alert, Button, Checkbox } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import type { SheetNotes } from '../../../lib/sheet-file/sheet-notes.ts';
import { useNoteTexts } from '../../../lib/sheet-file/use-note-texts.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useLeaveGuard } from '../../../ui/page/leave-guard.tsx';
import { formatMonth } from '../../../lib/i18n/month-of-year.ts';
import { formatFee, fieldOf, type MemberMonth } from '../sheet/member-month.ts';
import type { AllowanceSheet } from '../sheet/use-sheet.ts';
import styles from './import.module.css';
import { Modal } from '../../../ui/overlay/modal.tsx';

export interface ImportDialogProps {
  people: readonly MemberMonth[];
  month: Month;
  layer: FeeKind;
  sheet: AllowanceSheet;
  onClose: () => void;
}

export interface ImportPreviewProps extends ImportDialogProps {
  title: string;
  file: string;
  cells: readonly MonthCell[];
  notes: SheetNotes;
  onOtherFile: () => void;
}

/** Maximum number of lines in a table. Further lines are only counted. */
const MAX_LINES = 200;

/** Changes that a file would make, unchanged values, and refused values with their reasons. */
export function ImportPreview({
  people,
  month,
  layer,
  sheet,
  title,
  file,
  cells,
  notes,
  onOtherFile,
  onClose,
}: ImportPreviewProps) {
  const { t } = useTranslation(['allowance', 'common']);
  const { number } = useFormat();
  const noteTexts = useNoteTexts()(notes);
  const [replaces, setReplaces] = useState(false);
  const rows = useMemo(() => people.map(({ row }) => row), [people]);
  // Validates against the current sheet, which other users can change at the same time.
  const validated = useMemo(() => {
    const feesOf = new Map(people.map(({ row, fees }) => [row.staff_id, fees]));
    return validateMonthCells(cells, {
      month,
      layer,
      people: rows,
      savedFees: ({ staff_id, date }) => feesOf.get(staff_id)?.get(date) ?? NO_FEES,
    });
  }, [cells, month, layer, people, rows]);
  const skippedRows = validated.totals.map((row) => number(row)).join(', ');
  const messages = skippedRows
    ? [...noteTexts, t('import.totals', { count: validated.totals.length, rows: skippedRows })]
    : noteTexts;
  const replacements = validated.changes.filter(({ before }) => before !== null);
  const appliedChanges = replaces ? validated.changes : validated.changes.filter(({ before }) => before === null);
  const guard = useLeaveGuard({ isTouched: () => true, back: onClose });
  const counts = (['set', 'differs', 'same', 'refused'] as const).map((key) => {
    const count = {
      set: validated.changes.length - replacements.length,
      differs: replacements.length,
      same: validated.same,
      refused: validated.refused.length,
    }[key];
    return t(`import.${key}`, { count, n: number(count) });
  });
  return (
    <Modal
      open
      width={880}
      title={title}
      okText={t('import.take', {
        count: appliedChanges.length,
        n: number(appliedChanges.length),
      })}
      okButtonProps={{ disabled: appliedChanges.length === 0 }}
      cancelText={t('common:cancel')}
      onOk={() => {
        sheet.set(
          appliedChanges.map(({ staff_id, date, kind, change }) => ({
            id: staff_id,
            field: fieldOf(date, kind),
            value: change[kind] ?? null,
          })),
        );
        onClose();
      }}
      onCancel={() => guard.leave(onClose)}
    >
      <div className="stack gap-12">
        <div className={styles.counts}>
          <span>
            <strong>{file}</strong>: {counts.join(' · ')}
          </span>
          <Button onClick={onOtherFile}>{t('import.other')}</Button>
        </div>
        {messages.length > 0 && <Alert type="info" showIcon title={messages.join(' · ')} />}
        {replacements.length > 0 && (
          <Checkbox checked={replaces} onChange={({ target }) => setReplaces(target.checked)}>
            {t('import.replace', {
              count: replacements.length,
              n: number(replacements.length),
            })}
          </Checkbox>
        )}
        <ChangeLines validated={validated} people={people} month={month} />
        <RefusedLines refused={validated.refused} month={month} />
        {guard.dialog}
      </div>
    </Modal>
  );
}

/** Person, day and value. Values that replace another value are first. */
function ChangeLines({
  validated,
  people,
  month,
}: Pick<ImportDialogProps, 'people' | 'month'> & { validated: ValidatedMonth }) {
  const { t } = useTranslation('allowance');
  const { day } = useFormat();
  const names = new Map(people.map(({ row }) => [row.staff_id, row.full_name]));
  const all = validated.changes.toSorted((a, b) => Number(a.before === null) - Number(b.before === null));
  if (all.length === 0) {
    const other = findOnlyOtherMonth(validated, month);
    if (other) return <p>{t('import.otherMonth', { month: formatMonth(other) })}</p>;
    const key = validated.refused.length === 0 ? 'nothing' : validated.same === 0 ? 'noneImportable' : 'restSaved';
    return <p className="muted">{t(`import.${key}`)}</p>;
  }
  return (
    <Lines title={t('import.changes')} all={all.length} heads={['who', 'date', 'fee', 'now', 'file']}>
      {all.slice(0, MAX_LINES).map(({ staff_id, date, kind, before, text }) => (
        <tr key={`${staff_id} ${date} ${kind}`}>
          <th scope="row">{names.get(staff_id)}</th>
          <td>{day(date)}</td>
          <td>{t(`kind.${kind}`)}</td>
          <td>{before ? formatFee(kind, before[kind]) : '–'}</td>
          <td className={before ? styles.changed : undefined}>{text}</td>
        </tr>
      ))}
    </Lines>
  );
}

/** Returns the month of the file, if all its values belong to one other month. */
function findOnlyOtherMonth({ refused, same }: ValidatedMonth, month: Month): Month | null {
  const months = new Set(
    refused.map(({ cell, code }) => {
      const date = code === 'other_month' ? resolveDay(cell.day, month) : null;
      return date && monthOf(date);
    }),
  );
  const [only = null] = months;
  return same === 0 && months.size === 1 ? only : null;
}

function RefusedLines({ refused, month }: Pick<ValidatedMonth, 'refused'> & { month: Month }) {
  const { t } = useTranslation('allowance');
  const { number, day: dayInWords } = useFormat();
  // A valid day is formatted as on every screen. Invalid text is shown as in the file.
  const formatDay = ({ day, dayText }: MonthCell) => {
    const date = resolveDay(day, month);
    return date ? dayInWords(date) : dayText || '–';
  };
  if (refused.length === 0) return null;
  return (
    <Lines title={t('import.notTaken')} all={refused.length} heads={['row', 'who', 'date', 'file', 'why']}>
      {refused.slice(0, MAX_LINES).map(({ cell, code }) => (
        <tr key={`${cell.row} ${cell.dayText} ${cell.kind}`}>
          <td>{number(cell.row)}</td>
          <th scope="row">{formatMember(cell)}</th>
          <td>{formatDay(cell)}</td>
          <td>
            {typeof cell.cell === 'string' || typeof cell.cell === 'number' ? String(cell.cell).slice(0, 40) : '–'}
          </td>
          <td className={styles.problem}>{t(`import.problem.${code}`)}</td>
        </tr>
      ))}
    </Lines>
  );
}

/** Formats full name and username together, because a mismatch between them can be the reason. */
const formatMember = ({ full_name, username }: MonthCell): string =>
  full_name && username ? `${full_name} (${username})` : full_name || username || '–';

interface LinesProps {
  title: string;
  all: number;
  heads: readonly ('row' | 'who' | 'date' | 'fee' | 'now' | 'file' | 'why')[];
  children: React.ReactNode;
}

function Lines({ title, all, heads, children }: LinesProps) {
  const { t } = useTranslation('allowance');
  const { number } = useFormat();
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <div className={styles.lines} role="region" aria-label={title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {t(`import.head.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
      {all > MAX_LINES && <p className="muted">{t('import.more', { n: number(all - MAX_LINES) })}</p>}
    </section>
  );
}
