import {
  allowanceEndpoints,
  type AllowanceRow,
  allowanceMonthEndpoints,
  type AllowanceMonthRow,
} from '@darkroom/contract/allowance/allowance';
import { findMonthRefusal, isMonthOver, MONTH_ACTIONS, type MonthAction } from '@darkroom/domain/allowance/month';
import { addMonths, monthOf, type Month } from '@darkroom/domain/calendar/day';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { wholeQuery } from '../../../lib/api/whole-query.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { useToday } from '../../../lib/clock/use-today.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { RecordHistory } from '../../../entities/history/record-history.tsx';
import { CallButton } from '../../../ui/call-button.tsx';
import { LoadErrorMessage } from '../../../ui/data-table/data-table-states.tsx';
import { ExceptionList } from '../month/exception-list.tsx';
import { MonthStateTag } from '../month/month-state.tsx';
import { formatMonth } from '../../../lib/i18n/month-of-year.ts';
import { monthOfRow, toYearAndMonth } from '../month/month-words.ts';
import { useAllowanceCall } from '../month/use-allowance-call.ts';
import { AcceptAllExceptions } from './accept-all-exceptions.tsx';
import { ClosingList } from './closing-list.tsx';
import styles from './closing.module.css';
import { Drawer } from '../../../ui/overlay/drawer.tsx';

interface ClosingDrawerProps {
  open: boolean;
  month: Month;
  /** Opens a member's month, to fix an exception. */
  onPerson: (staff_id: number) => void;
  onClose: () => void;
}

/** Closes a month: exceptions first, then one user prepares it and another closes it (decision 107). */
export default function ClosingDrawer({ open, month, onPerson, onClose }: ClosingDrawerProps) {
  const { t } = useTranslation('allowance');
  const list = useQuery({
    ...wholeQuery(allowanceEndpoints.list, toYearAndMonth(month)),
    enabled: open,
  });
  return (
    <Drawer
      open={open}
      width="record"
      title={t(list.data?.month.closed ? 'close.titleClosed' : 'close.title', { month: formatMonth(month) })}
      extra={<RecordHistory entity="allowance_month" id={month} name={formatMonth(month)} />}
      onClose={onClose}
      destroyOnHidden
    >
      {list.data ? (
        <div className="stack gap-16">
          <p className="m-0">
            <MonthStateTag month={list.data.month} />
          </p>
          <NotOver month={month} />
          <Checklist rows={list.data.results} month={list.data.month} onPerson={onPerson} />
          {/* A typed reason does not change when other users change the month. It is cleared at the month's next step. */}
          <Steps key={list.data.month.state} month={list.data.month} />
          <ClosingList month={month} />
        </div>
      ) : list.isError ? (
        <LoadErrorMessage error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <Skeleton active />
      )}
    </Drawer>
  );
}

/** Notice for a month that is not over, with the day from which it can be closed. */
function NotOver({ month }: { month: Month }) {
  const { t } = useTranslation('allowance');
  const { day } = useFormat();
  if (isMonthOver(month, monthOf(useToday()))) return null;
  return <Alert type="info" showIcon title={t('close.notOver', { day: day(`${addMonths(month, 1)}-01`) })} />;
}

interface ChecklistProps {
  rows: readonly AllowanceRow[];
  month: AllowanceMonthRow;
  onPerson: (staff_id: number) => void;
}

/** Exceptions to fix or to accept with a reason before the month is closed. They are read-only in a closed month. */
function Checklist({ rows, month, onPerson }: ChecklistProps) {
  const { t } = useTranslation('allowance');
  const { number } = useFormat();
  const rowsWithExceptions = rows.filter(({ exceptions }) => exceptions.length > 0);
  const { closed, lookups_changed: changedLookups, unsettled } = month;
  return (
    <section className={styles.section}>
      <h3>
        {t(closed ? 'close.checked' : 'close.checklist')}
        {unsettled ? ` · ${t('exception.count', { count: unsettled, n: number(unsettled) })}` : ''}
      </h3>
      {!unsettled && <p className="muted">{t('close.settled')}</p>}
      {month.exceptions.length > 0 && (
        <div className={styles.person}>
          <strong>
            {t('close.amounts', {
              what: changedLookups.map((changedLookup) => t(`close.lookup.${changedLookup}`)).join(', '),
            })}
          </strong>
          <ExceptionList exceptions={month.exceptions} staff_id={null} month={month} editable={!closed} />
        </div>
      )}
      {!closed && <AcceptAllExceptions rows={rowsWithExceptions} month={month} />}
      {rowsWithExceptions.map((row) => (
        <div key={row.staff_id} className={styles.person}>
          <Button type="link" size="small" onClick={() => onPerson(row.staff_id)}>
            {t('close.openCell', { name: row.full_name })}
          </Button>
          <ExceptionList exceptions={row.exceptions} staff_id={row.staff_id} month={month} editable={!closed} />
        </div>
      ))}
    </section>
  );
}

/** Next steps of the month that the user can take, or the reasons why they cannot. */
function Steps({ month }: { month: AllowanceMonthRow }) {
  const { t } = useTranslation(['allowance', 'errors']);
  const actor = useActor();
  const toast = useToast();
  const now = monthOf(useToday());
  const [reason, setReason] = useState('');
  const move = useAllowanceCall(allowanceMonthEndpoints.moveMonth, {
    onSuccess: (_, { action }) => void toast.success(t(`close.done.${action}`)),
    // Another user acted first. The current state of the month is shown above.
    onError: ({ problem }) => {
      if (problem.code !== 'stale') return false;
      toast.info(t('close.alreadyMoved'));
      return true;
    },
  });
  const refusalOf = (action: MonthAction) =>
    findMonthRefusal(action, {
      state: month.state,
      prepared_by: month.prepared_by,
      month: monthOfRow(month),
      now,
      unsettled: month.unsettled ?? 0,
      actor,
      reason: reason.trim(),
    });
  const steps = MONTH_ACTIONS.map((action) => ({ action, refusal: refusalOf(action) })).filter(
    ({ refusal }) => refusal !== 'forbidden' && refusal !== 'month_wrong_state',
  );
  // The notice above already shows when the month can be closed.
  const refusals = steps.map(({ refusal }) => refusal).filter((refusal) => refusal !== 'month_not_over');
  const reasons = [...new Set(refusals.flatMap((refusal) => (refusal ? [t(`errors:${refusal}`)] : [])))];
  return (
    <section className={styles.section}>
      {(actor.is_superuser || refusalOf('reopen') !== 'forbidden') && (
        <Input.TextArea
          rows={2}
          maxLength={2000}
          aria-label={t('close.reason')}
          placeholder={t('close.reasonHint')}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      {steps.length > 0 ? (
        <>
          <div className="cluster">
            {steps.map(({ action, refusal }, index) => (
              <CallButton
                key={action}
                call={allowanceMonthEndpoints.moveMonth}
                type={index === steps.length - 1 ? 'primary' : 'default'}
                disabled={refusal !== null}
                loading={move.isPending && move.variables.action === action}
                onClick={() =>
                  move.mutate({
                    year: month.year,
                    month: month.month,
                    version: month.version,
                    action,
                    reason: reason.trim(),
                  })
                }
              >
                {t(`close.step.${action}`)}
              </CallButton>
            ))}
          </div>
          <p className="muted">{reasons.length > 0 ? reasons.join(' ') : t('close.twoPeople')}</p>
        </>
      ) : (
        month.closed && <p className="muted">{t('close.reopens')}</p>
      )}
    </section>
  );
}
