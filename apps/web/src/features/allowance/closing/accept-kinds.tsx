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
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { WhyForm } from '../month/exception-list.tsx';
import { useAllowanceCall } from '../month/use-allowance-call.ts';
import styles from './closing.module.css';

interface AcceptKindsProps {
  rows: readonly AllowanceRow[];
  month: Pick<AllowanceMonthRow, 'year' | 'month'>;
}

/** Accepts all exceptions of a kind with one reason. The call sends the exceptions that were shown, so new ones stay open. */
export function AcceptKinds({ rows, month: { year, month } }: AcceptKindsProps) {
  const { t } = useTranslation('allowance');
  const { number } = useFormat();
  const [asked, setAsked] = useState<ExceptionKind | null>(null);
  const accept = useAllowanceCall(allowanceMonthEndpoints.accept, { onSuccess: () => setAsked(null) });
  const open = rows.flatMap(({ staff_id, exceptions }) =>
    exceptions.filter(({ accepted }) => !accepted).map(({ kind, day, basis }) => ({ staff_id, kind, day, basis })),
  );
  const several = [...groupBy(open, ({ kind }) => kind)].filter(([, all]) => all.length > 1);
  if (several.length === 0) return null;
  return (
    <ul className={styles.kinds} aria-label={t('found.kinds')}>
      {several.map(([kind, all]) => (
        <li key={kind}>
          <span className="row justify-between">
            <span>
              {t(`found.${kind}`)}
              {asked === kind && ` · ${number(all.length)}`}
            </span>
            {asked !== kind && (
              <Button
                size="small"
                aria-label={t('found.acceptAllOf', {
                  count: all.length,
                  n: number(all.length),
                  what: t(`found.${kind}`),
                })}
                onClick={() => setAsked(kind)}
              >
                {t('found.acceptAll', { count: all.length, n: number(all.length) })}
              </Button>
            )}
          </span>
          {asked === kind && (
            <WhyForm
              pending={accept.isPending}
              onSend={(note) => accept.mutate({ year, month, found: all.slice(0, MAX_ACCEPTED), note })}
              onCancel={() => setAsked(null)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
