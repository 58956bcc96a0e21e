import {
  type AllowanceRow,
  allowanceMonthEndpoints,
  MAX_ACCEPTED,
  type AllowanceMonthRow,
} from '@darkroom/contract/allowance/allowance';
import type { ExceptionKind } from '@darkroom/domain/allowance/exceptions';
import { groupBy } from '@darkroom/domain/list/group-by';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { AcceptReasonForm } from '../month/exception-list.tsx';
import { useAllowanceCall } from '../month/use-allowance-call.ts';
import styles from './closing.module.css';

interface AcceptAllExceptionsProps {
  rows: readonly AllowanceRow[];
  month: Pick<AllowanceMonthRow, 'year' | 'month'>;
}

/** Accepts all exceptions of a kind with one reason. The request contains the exceptions that were shown, so new exceptions stay open. */
export function AcceptAllExceptions({ rows, month: { year, month } }: AcceptAllExceptionsProps) {
  const { t } = useTranslation('allowance');
  const { number } = useFormat();
  const [openKind, setOpenKind] = useState<ExceptionKind | null>(null);
  const accept = useAllowanceCall(allowanceMonthEndpoints.accept, { onSuccess: () => setOpenKind(null) });
  const openExceptions = rows.flatMap(({ staff_id, exceptions }) =>
    exceptions.filter(({ accepted }) => !accepted).map(({ kind, day, basis }) => ({ staff_id, kind, day, basis })),
  );
  const repeatedKinds = [...groupBy(openExceptions, ({ kind }) => kind)].filter(([, all]) => all.length > 1);
  if (repeatedKinds.length === 0) return null;
  return (
    <ul className={styles.exceptionTypes} aria-label={t('exception.kinds')}>
      {repeatedKinds.map(([kind, all]) => (
        <li key={kind}>
          <span className="row justify-between">
            <span>
              {t(`exception.${kind}`)}
              {openKind === kind && ` · ${number(all.length)}`}
            </span>
            {openKind !== kind && (
              <Button
                size="small"
                aria-label={t('exception.acceptAllOf', {
                  count: all.length,
                  n: number(all.length),
                  what: t(`exception.${kind}`),
                })}
                onClick={() => setOpenKind(kind)}
              >
                {t('exception.acceptAll', { count: all.length, n: number(all.length) })}
              </Button>
            )}
          </span>
          {openKind === kind && (
            <AcceptReasonForm
              pending={accept.isPending}
              onSend={(note) => accept.mutate({ year, month, found: all.slice(0, MAX_ACCEPTED), note })}
              onCancel={() => setOpenKind(null)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
