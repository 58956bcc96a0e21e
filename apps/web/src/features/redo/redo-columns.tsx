import type { RedoRow } from '@darkroom/contract/request/redo';
import { taskQuantity } from '@darkroom/domain/task/quantities';
import { needsNewEditor } from '@darkroom/domain/task/roles';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { useCustomers, useFaultKinds, useUsers } from '../../lib/session/lookups.ts';
import { useActor } from '../../lib/session/session.ts';
import { Ellipsis } from '../../ui/data-table/data-table-ellipsis.tsx';
import type { TableColumn } from '../../ui/data-table/data-table-row.tsx';
import { TwoLines } from '../../ui/data-table/columns/two-lines.tsx';
import { StatusDot } from '../../entities/status/status-dot.tsx';
import { RowNextStep } from '../../entities/assign/row-next-step.tsx';
import { useMoreTaskColumns } from '../../entities/task/list/more-task-columns.tsx';
import { Priority } from '../../entities/task/history/task-instructions.tsx';
import { hasSteps } from '../../entities/task/steps/offered-steps.ts';
import parts from '../../entities/task/history/task-parts.module.css';
import { useStepsState, useTaskSteps } from '../../entities/task/steps/use-task-steps.tsx';
import { RecheckerNames } from './rechecks.tsx';
import listCss from '../../entities/task/list/task-list.module.css';
import styles from './redo.module.css';

/** Next step of the rework, and a menu with the other steps. */
function RowSteps({ row }: { row: RedoRow }) {
  const { pressStep: begin } = useTaskSteps();
  const { pending } = useStepsState();
  return (
    <span className={listCss.rowActions}>
      <RowNextStep row={row} onStep={begin} busy={pending} />
    </span>
  );
}

/** Marks a rework whose editor has left (decision 148). */
function EditorLeftMark({ row }: { row: RedoRow }) {
  const { t } = useTranslation('task');
  const { worker } = useUsers();
  return needsNewEditor(row, worker) ? <span className={parts.urgent}>{t('editorCannotContinue')}</span> : null;
}

/** Returns the texts for the parts of a rework in a list. */
function useRedoTexts() {
  const { t } = useTranslation('redo');
  const { number, dayTime } = useFormat();
  const { name } = useUsers();
  const customers = useCustomers();
  const { label } = useFaultKinds();
  return useMemo(() => {
    const { levels } = customers;
    return {
      customer: (row: RedoRow) => {
        const { cus1, cus2 } = levels(row.customer2_id);
        return [cus1?.name, cus2?.name].filter(Boolean).join(' › ');
      },
      quantity: (row: RedoRow) => `${number(row.rework_quantity)} / ${number(taskQuantity(row))}`,
      editor: (row: RedoRow) => name(row.editor) || '–',
      checkers: (row: RedoRow) =>
        [row.first_qc, row.second_qc].flatMap((id) => name(id) || []).join(' · ') || t('nobody'),
      sentBy: (row: RedoRow) => name(row.rework_by) || '–',
      sentAt: (row: RedoRow) => dayTime(row.rework_at),
      times: (row: RedoRow) => (row.rework_count > 1 ? t('nth', { count: row.rework_count, ordinal: true }) : null),
      faults: (row: RedoRow) => row.fault_kinds.map(label).join(', '),
    };
  }, [customers, dayTime, label, name, number, t]);
}

export function useRedoColumns(): readonly TableColumn<RedoRow>[] {
  const { t } = useTranslation(['redo', 'field']);
  const words = useRedoTexts();
  const actor = useActor();
  const more = useMoreTaskColumns();
  return useMemo(
    (): readonly TableColumn<RedoRow>[] => [
      {
        key: 'status',
        title: t('field.status'),
        width: 112,
        render: (row) => (
          <TwoLines first={<StatusDot status={row.status} />} second={<Priority priority={row.job_priority} />} />
        ),
      },
      {
        key: 'job',
        title: t('field.job'),
        min: 270,
        grow: 2,
        sort: 'job_date',
        render: (row) => (
          <TwoLines
            first={
              <>
                <span className={`${parts.id} user-label`} data-ellipsis>
                  {row.sub_prod_id}
                </span>
                <Ellipsis>{row.job_name}</Ellipsis>
              </>
            }
            second={
              <>
                <span className={parts.id}>#{row.task_id}</span>
                <Ellipsis>{words.customer(row)}</Ellipsis>
              </>
            }
          />
        ),
      },
      { key: 'quantity', title: t('field.quantity'), width: 72, align: 'end', render: words.quantity },
      {
        key: 'said',
        title: t('field:rework_notes'),
        kind: 'text',
        min: 150,
        empty: (row) => !row.rework_notes,
        render: (row) => <Ellipsis lines={2}>{row.rework_notes ?? ''}</Ellipsis>,
      },
      {
        key: 'people',
        title: t('field.people'),
        kind: 'name',
        min: 160,
        hideOrder: 3,
        render: (row) => (
          <TwoLines
            first={
              <>
                <Ellipsis>{words.editor(row)}</Ellipsis>
                <EditorLeftMark row={row} />
              </>
            }
            second={<Ellipsis>{words.checkers(row)}</Ellipsis>}
          />
        ),
      },
      {
        key: 'sent',
        title: t('field.sent'),
        width: 128,
        hideOrder: 2,
        sort: 'rework_at',
        render: (row) => (
          <TwoLines
            first={
              <>
                <Ellipsis>{words.sentBy(row)}</Ellipsis>
                {words.times(row) && <span className={styles.times}>{words.times(row)}</span>}
              </>
            }
            second={words.sentAt(row)}
          />
        ),
      },
      {
        key: 'faults',
        title: t('field.faults'),
        kind: 'text',
        min: 100,
        hideOrder: 1,
        empty: (row) => row.fault_kinds.length === 0,
        render: (row) => <Ellipsis lines={2}>{words.faults(row) || '–'}</Ellipsis>,
      },
      {
        key: 'rechecks',
        title: t('field.rechecks'),
        width: 128,
        hideOrder: 4,
        render: (row) => <RecheckerNames row={row} />,
      },
      ...more,
      {
        key: 'steps',
        title: t('field.steps'),
        width: 160,
        align: 'end',
        empty: (row) => !hasSteps(row, actor),
        render: (row) => <RowSteps row={row} />,
      },
    ],
    [t, words, actor, more],
  );
}

/** Returns a rework as a block on a phone: notes first, and the next step at the bottom, near the thumb. */
export function useRedoBlock(): (row: RedoRow) => ReactNode {
  const { t } = useTranslation('redo');
  const words = useRedoTexts();
  return useMemo(
    () => (row: RedoRow) => (
      <div className={listCss.block}>
        <div className={parts.statusLine}>
          <StatusDot status={row.status} />
          <Priority priority={row.job_priority} />
          {words.times(row) && <span className={styles.times}>{words.times(row)}</span>}
          <span className="muted ms-auto">{words.sentAt(row)}</span>
        </div>
        <div className="medium break-anywhere">{row.job_name}</div>
        <div className={parts.muted}>
          {row.sub_prod_id} #{row.task_id} · {words.customer(row)} ·{' '}
          {t('quantityShort', { quantity: words.quantity(row) })}
        </div>
        <p className={styles.blockNote}>{row.rework_notes}</p>
        <div className={parts.muted}>
          {t('peopleOf', { editor: words.editor(row), checkers: words.checkers(row), sender: words.sentBy(row) })}
        </div>
        <EditorLeftMark row={row} />
        {row.fault_kinds.length > 0 && <div className={parts.muted}>{t('faultsOf', { kinds: words.faults(row) })}</div>}
        <div className="row justify-between">
          <RecheckerNames row={row} />
          <RowSteps row={row} />
        </div>
      </div>
    ),
    [t, words],
  );
}
