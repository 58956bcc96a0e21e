import { allowanceEndpoints, type AllowanceRow } from '@darkroom/contract/allowance';
import { ALLOWANCE } from '@darkroom/contract/records/allowance';
import { feesOf, isEmptyDay, MEAL_FEES, NO_FEES, PARKING_FEES, type DayFees } from '@darkroom/domain/allowance/fees';
import type { Day } from '@darkroom/domain/calendar/day';
import { Button } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/call/api.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { useToast } from '../../../lib/toast.ts';
import { Floating } from '../../../ui/floating.tsx';
import { Segmented } from '../../../ui/input/segmented.tsx';
import { StaleNotice } from '../../../ui/record-form/stale-notice.tsx';
import styles from './month.module.css';
import { useAllowanceCall } from './use-allowance-call.ts';
import { useSeenEntry } from './use-seen-entry.ts';

type Entry = AllowanceRow['daily_allowance'][number];

interface DayFormProps {
  anchor: HTMLElement;
  staff_id: number;
  day: Day;
  entry: Entry | undefined;
  onClose: () => void;
}

const NONE = '–';
const valuesOf = (entry: Entry | undefined): DayFees => (entry ? feesOf(entry) : NO_FEES);

/** What one day of somebody stands for, chosen; an entry of which nothing is left goes. */
export default function DayForm({ anchor, staff_id, day, entry, onClose }: DayFormProps) {
  const { t } = useTranslation(['allowance', 'common', 'errors']);
  const { day: dayInWords } = useFormat();
  const toast = useToast();
  const [fees, setFees] = useState<DayFees>(() => valuesOf(entry));
  const [refused, setRefused] = useState(false);
  const done = (words: string) => () => {
    toast.success(words);
    onClose();
  };
  const onError = (error: ApiError): boolean => refusedAsStale(error);
  const add = useAllowanceCall(allowanceEndpoints.dailyAdd, {
    onSuccess: done(t('done.add')),
    onError,
    failed: t('failed.add'),
  });
  const update = useAllowanceCall(allowanceEndpoints.dailyUpdate, {
    onSuccess: ({ removed }) => done(t(removed.length > 0 ? 'done.delete' : 'done.update'))(),
    onError,
    failed: t(isEmptyDay(fees) ? 'failed.delete' : 'failed.update'),
  });
  const pending = add.isPending || update.isPending;
  const send = (wanted: DayFees, over: Entry | undefined) => {
    if (!over && isEmptyDay(wanted)) return setRefused(true);
    if (over) update.mutate({ entries: [{ id: over.id, version: over.version, ...wanted }] });
    else add.mutate({ entries: [{ staff_id, date: day, ...wanted }] });
  };
  const {
    seen,
    contested,
    refused: refusedAsStale,
  } = useSeenEntry({ entry, valuesOf, mine: fees, saving: pending, put: setFees, send });
  const set = (change: Partial<DayFees>) => {
    setRefused(false);
    setFees({ ...fees, ...change });
  };

  return (
    <Floating anchor={anchor} label={t('dayForm', { day: dayInWords(day) })} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          send(fees, seen);
        }}
      >
        <strong>{dayInWords(day)}</strong>
        <StaleNotice record={contested} fields={ALLOWANCE} />
        <Choice label={t('kind.parking_fee')}>
          {(id) => (
            <Segmented
              aria-labelledby={id}
              value={fees.parking_fee ?? NONE}
              options={[NONE, ...PARKING_FEES]}
              onChange={(value) => set({ parking_fee: PARKING_FEES.find((fee) => fee === value) ?? null })}
            />
          )}
        </Choice>
        <Choice label={t('kind.meal_fee')}>
          {(id) => (
            <Segmented
              aria-labelledby={id}
              value={String(fees.meal_fee ?? NONE)}
              options={[NONE, ...MEAL_FEES.map(String)]}
              onChange={(value) => set({ meal_fee: MEAL_FEES.find((fee) => String(fee) === value) ?? null })}
            />
          )}
        </Choice>
        <Choice label={t('kind.online_fee')}>
          {(id) => (
            <Segmented
              aria-labelledby={id}
              value={fees.online_fee}
              options={[
                { value: 0, label: t('common:no') },
                { value: 1, label: t('common:yes') },
              ]}
              onChange={(value) => set({ online_fee: value === 1 ? 1 : 0 })}
            />
          )}
        </Choice>
        {refused && (
          <p role="alert" className={styles.said}>
            {t('errors:nothing_chosen')}
          </p>
        )}
        <div className={styles.formFoot}>
          {seen && (
            <Button type="text" danger disabled={pending} onClick={() => send(NO_FEES, seen)}>
              {t('clearDay')}
            </Button>
          )}
          <span className={styles.space} />
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="primary" htmlType="submit" loading={pending}>
            {t('common:save')}
          </Button>
        </div>
      </form>
    </Floating>
  );
}

function Choice({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <span id={id} className="quiet">
        {label}
      </span>
      {children(id)}
    </div>
  );
}
