import { allowanceEndpoints, type AllowanceRow } from '@darkroom/contract/allowance/allowance';
import { ALLOWANCE } from '@darkroom/contract/field-tables/allowance';
import {
  FEE_KINDS,
  pickFees,
  isEmptyDay,
  MEAL_FEES,
  NO_FEES,
  ONLINE_FEES,
  PARKING_FEES,
  type DayFees,
  type FeeKind,
} from '@darkroom/domain/allowance/fees';
import type { Day } from '@darkroom/domain/calendar/day';
import { Button, Radio } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import type { ApiError } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useToast } from '../../../lib/toast.ts';
import { Floating } from '../../../ui/floating.tsx';
import { RecordConflict } from '../../../ui/conflict/record-conflict.tsx';
import { useConflict } from '../../../ui/conflict/use-conflict.ts';
import styles from './month.module.css';
import { currentEntriesOf, useAllowanceCall } from './use-allowance-call.ts';

type Entry = AllowanceRow['daily_allowance'][number];

interface DayFormProps {
  anchor: HTMLElement;
  staff_id: number;
  day: Day;
  entry: Entry | undefined;
  onClose: () => void;
}

/** A new day has no values, and each fee needs one. None is a value too (spec §5). */
type PartialFees = Partial<DayFees>;
const isComplete = (fees: PartialFees): fees is DayFees => FEE_KINDS.every((kind) => fees[kind] !== undefined);
const valuesOf = (entry: Entry | undefined): DayFees => (entry ? pickFees(entry) : NO_FEES);

/** Fees of a member's day. An entry without any fee is deleted. */
export default function DayForm({ anchor, staff_id, day, entry, onClose }: DayFormProps) {
  const { t } = useTranslation(['allowance', 'common', 'errors']);
  const { day: dayInWords } = useFormat();
  const toast = useToast();
  const [fees, setFees] = useState<PartialFees>(() => (entry ? pickFees(entry) : {}));
  const [refusal, setRefusal] = useState<'nothing' | 'missing' | null>(null);
  const done = (words: string) => () => {
    toast.success(words);
    onClose();
  };
  const onError = (error: ApiError): boolean => {
    const current = currentEntriesOf(error);
    if (current) found(current[0] as Entry | undefined);
    return current !== null;
  };
  const add = useAllowanceCall(allowanceEndpoints.dailyAdd, {
    onSuccess: done(t('done.add')),
    onError,
    failed: t('failed.add'),
  });
  const update = useAllowanceCall(allowanceEndpoints.dailyUpdate, {
    onSuccess: ({ removed }) => done(t(removed.length > 0 ? 'done.delete' : 'done.update'))(),
    onError,
    failed: t(isComplete(fees) && isEmptyDay(fees) ? 'failed.delete' : 'failed.update'),
  });
  const pending = add.isPending || update.isPending;
  const send = (wanted: PartialFees, existing: Entry | undefined) => {
    if (!isComplete(wanted)) return setRefusal('missing');
    if (!existing && isEmptyDay(wanted)) return setRefusal('nothing');
    if (existing) update.mutate({ entries: [{ id: existing.id, version: existing.version, ...wanted }] });
    else add.mutate({ entries: [{ staff_id, date: day, ...wanted }] });
  };
  const {
    base,
    conflictState: contested,
    receiveNewer: found,
  } = useConflict<Entry | undefined, PartialFees>({
    record: entry,
    valuesOf,
    typedValues: () => fees,
    setValues: (values) => setFees({ ...fees, ...values }),
    send: (existing, values) => send(values, existing),
  });
  const set = (change: PartialFees) => {
    setRefusal(null);
    setFees({ ...fees, ...change });
  };

  const choice = <K extends FeeKind>(kind: K) => ({
    kind,
    selected: fees[kind],
    missing: refusal === 'missing' && fees[kind] === undefined,
    onChoose: set,
  });

  return (
    <Floating anchor={anchor} label={t('dayForm', { day: dayInWords(day) })} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          send(fees, base);
        }}
      >
        <strong>{dayInWords(day)}</strong>
        <RecordConflict record={{ ...contested, saving: pending }} fields={ALLOWANCE} />
        <Choice {...choice('parking_fee')} values={[null, ...PARKING_FEES]} />
        <Choice {...choice('meal_fee')} values={[null, ...MEAL_FEES]} />
        <Choice {...choice('online_fee')} values={ONLINE_FEES} />
        {refusal === 'nothing' && (
          <p role="alert" className="m-0 ink-danger">
            {t('errors:no_fields_to_change')}
          </p>
        )}
        <div className="row">
          {base && (
            <Button type="text" danger disabled={pending} onClick={() => send(NO_FEES, base)}>
              {t('clearDay')}
            </Button>
          )}
          <span className="grow" />
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="primary" htmlType="submit" loading={pending}>
            {t('common:save')}
          </Button>
        </div>
      </form>
    </Floating>
  );
}

interface ChoiceProps<K extends FeeKind> {
  kind: K;
  selected: PartialFees[K];
  values: readonly DayFees[K][];
  /** True if the user tried to save without a choice. */
  missing: boolean;
  onChoose: (change: PartialFees) => void;
}

function Choice<K extends FeeKind>({ kind, selected, values, missing, onChoose }: ChoiceProps<K>) {
  const { t } = useTranslation(['allowance', 'common', 'errors']);
  const id = useId();
  const label = t(`kind.${kind}`);
  const labelOf = (value: DayFees[FeeKind]) =>
    value === null || value === 0 ? t('none') : kind === 'online_fee' ? t('common:yes') : value;
  return (
    <div className={styles.feeChoice}>
      <span id={id} className="muted">
        {label}
      </span>
      <Radio.Group
        aria-labelledby={id}
        optionType="button"
        value={selected === undefined ? undefined : String(selected)}
        options={values.map((value) => ({ value: String(value), label: labelOf(value) }))}
        onChange={({ target }) => onChoose({ [kind]: values.find((value) => String(value) === target.value) })}
      />
      {missing && (
        <span role="alert" className="m-0 ink-danger">
          {t('errors:field.requiredChosen', { label })}
        </span>
      )}
    </div>
  );
}
