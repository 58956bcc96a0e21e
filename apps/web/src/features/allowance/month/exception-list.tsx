import {
  allowanceMonthEndpoints,
  type AllowanceExceptionRow,
  type AllowanceMonthRow,
} from '@darkroom/contract/allowance/allowance';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import styles from './month.module.css';
import { useAllowanceCall } from './use-allowance-call.ts';

interface ExceptionListProps {
  exceptions: readonly AllowanceExceptionRow[];
  /** Member of the exceptions. Null if the exceptions belong to the month itself. */
  staff_id: number | null;
  month: Pick<AllowanceMonthRow, 'year' | 'month'>;
  editable: boolean;
}

const keyOf = ({ kind, day }: AllowanceExceptionRow) => `${kind} ${day ?? ''}`;

/** Exceptions to fix or to accept with a reason before a month is closed. */
export function ExceptionList({ exceptions, staff_id, month, editable }: ExceptionListProps) {
  const { t } = useTranslation('allowance');
  return (
    <ul className={styles.exceptions} aria-label={t('exception.title')}>
      {exceptions.map((exception) => (
        <ExceptionLine
          key={keyOf(exception)}
          exception={exception}
          staff_id={staff_id}
          month={month}
          editable={editable}
        />
      ))}
    </ul>
  );
}

interface ExceptionLineProps {
  exception: AllowanceExceptionRow;
  staff_id: number | null;
  month: Pick<AllowanceMonthRow, 'year' | 'month'>;
  editable: boolean;
}

function ExceptionLine({ exception, staff_id, month: { year, month }, editable }: ExceptionLineProps) {
  const { t } = useTranslation('allowance');
  const { day, dayTime } = useFormat();
  const { fullName } = useUsers();
  const [isAsking, setIsAsking] = useState(false);
  const accept = useAllowanceCall(allowanceMonthEndpoints.accept, { onSuccess: () => setIsAsking(false) });
  const { kind, day: exceptionDay, basis } = exception;
  const send = (note: string) =>
    accept.mutate({ year, month, found: [{ staff_id, kind, day: exceptionDay, basis }], note });
  const words = [t(`exception.${exception.kind}`), exception.day && day(exception.day)].filter(Boolean).join(' · ');
  return (
    <li data-accepted={exception.accepted !== null || undefined}>
      <div className={styles.exception}>
        <span>{words}</span>
        {editable && exception.accepted && (
          <Button size="small" type="text" disabled={accept.isPending} onClick={() => send('')}>
            {t('exception.undo')}
          </Button>
        )}
        {editable && !exception.accepted && !isAsking && (
          <Button
            size="small"
            onClick={() => setIsAsking(true)}
            aria-label={t('exception.acceptThis', { what: words })}
          >
            {t('exception.accept')}
          </Button>
        )}
      </div>
      {exception.accepted && (
        <p className="muted">
          {exception.accepted.note} — {fullName(exception.accepted.accepted_by)},{' '}
          {dayTime(exception.accepted.accepted_at)}
        </p>
      )}
      {isAsking && <AcceptReasonForm pending={accept.isPending} onSend={send} onCancel={() => setIsAsking(false)} />}
    </li>
  );
}

interface AcceptReasonFormProps {
  pending: boolean;
  onSend: (note: string) => void;
  onCancel: () => void;
}

export function AcceptReasonForm({ pending, onSend, onCancel }: AcceptReasonFormProps) {
  const { t } = useTranslation(['allowance', 'common']);
  const [note, setNote] = useState('');
  return (
    <form
      className={styles.noteForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (note.trim()) onSend(note);
      }}
    >
      <Input
        autoFocus
        maxLength={2000}
        aria-label={t('exception.reason')}
        placeholder={t('exception.reason')}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <Button htmlType="submit" type="primary" disabled={!note.trim()} loading={pending}>
        {t('common:save')}
      </Button>
      <Button onClick={onCancel}>{t('common:cancel')}</Button>
    </form>
  );
}
