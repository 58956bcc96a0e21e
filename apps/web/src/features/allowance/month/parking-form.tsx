import { allowanceEndpoints, type AllowanceRow } from '@darkroom/contract/allowance/allowance';
import { ALLOWANCE } from '@darkroom/contract/field-tables/allowance';
import { AMOUNT_LIMITS } from '@darkroom/domain/allowance/fees';
import { Button, Form } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import type { ApiError } from '../../../lib/api/api.ts';
import { useToast } from '../../../lib/toast.ts';
import { NumberField, type NumberValue } from '../../../ui/number-field/number-field.tsx';
import { useNumberRule } from '../../../ui/number-field/use-number-rule.ts';
import { RecordConflict } from '../../../ui/conflict/record-conflict.tsx';
import { useConflict } from '../../../ui/conflict/use-conflict.ts';
import styles from './month.module.css';
import { currentEntriesOf, useAllowanceCall } from './use-allowance-call.ts';

type Entry = NonNullable<AllowanceRow['monthly_allowance']>;
interface Values {
  parking: NumberValue;
}

interface ParkingFormProps {
  row: AllowanceRow;
  year: number;
  month: number;
  /** Reports if leaving would discard a change. */
  onTouched: (touched: boolean) => void;
}

const valuesOf = (entry: Entry | undefined): Values => ({ parking: entry?.parking ?? null });

/** Parking of a member's month. Changes of other users are shown unless the user has unsaved input. */
export default function ParkingForm({ row, year, month, onTouched }: ParkingFormProps) {
  const { t } = useTranslation(['allowance', 'common', 'errors']);
  const toast = useToast();
  const numberRule = useNumberRule();
  const [form] = Form.useForm<Values>();
  const entry = row.monthly_allowance ?? undefined;
  const typedValues: Values = { parking: Form.useWatch('parking', form) ?? null };
  const options = (words: 'done.add' | 'done.update') => ({
    onSuccess: ({ results: [saved] }: { results: Entry[] }) => {
      follow(saved);
      toast.success(t(words));
    },
    onError: (error: ApiError): boolean => {
      const current = currentEntriesOf(error);
      if (current) found(current[0] as Entry | undefined);
      return current !== null;
    },
    form,
    failed: t(words === 'done.add' ? 'failed.add' : 'failed.update'),
  });
  const add = useAllowanceCall(allowanceEndpoints.monthlyAdd, options('done.add'));
  const update = useAllowanceCall(allowanceEndpoints.monthlyUpdate, options('done.update'));
  const saving = add.isPending || update.isPending;
  const send = ({ parking }: Values, existing: Entry | undefined) => {
    const amount = Number(parking);
    if (existing) update.mutate({ entries: [{ id: existing.id, version: existing.version, parking: amount }] });
    else add.mutate({ entries: [{ staff_id: row.staff_id, year, month, parking: amount }] });
  };
  const put = (values: Partial<Values>) => form.setFieldsValue(values);
  const {
    base,
    conflictState: contested,
    receiveNewer: found,
    rebase: follow,
    ...conflict
  } = useConflict<Entry | undefined, Values>({
    record: entry,
    valuesOf,
    typedValues: () => typedValues,
    setValues: put,
    send: (existing, values) => send(values, existing),
  });
  const isTouched = conflict.isTouched();
  const followUnlessTouched = useEffectEvent((now: Entry | undefined) => {
    if (isTouched || saving) return;
    follow(now);
    put(valuesOf(now));
  });
  useEffect(() => followUnlessTouched(entry), [entry]);
  const reportTouched = useEffectEvent(onTouched);
  useEffect(() => {
    reportTouched(isTouched);
    return () => reportTouched(false);
  }, [isTouched]);
  return (
    <Form<Values>
      name="allowance-parking"
      form={form}
      layout="inline"
      requiredMark={false}
      className={styles.parkingForm ?? ''}
      initialValues={valuesOf(entry)}
      onFinish={(values) => send(values, base)}
    >
      <RecordConflict record={{ ...contested, saving }} fields={ALLOWANCE} />
      <Form.Item name="parking" label={t('figure.parking')} rules={[{ required: true }, numberRule(AMOUNT_LIMITS)]}>
        <NumberField {...AMOUNT_LIMITS} step={10_000} suffix="VND" className={styles.amount ?? ''} />
      </Form.Item>
      <Button htmlType="submit" loading={saving}>
        {t('common:save')}
      </Button>
    </Form>
  );
}
