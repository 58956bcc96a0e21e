import { allowanceEndpoints, type AllowanceRow } from '@darkroom/contract/allowance';
import { AMOUNT_LIMITS } from '@darkroom/domain/allowance/fees';
import { Button, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { applyFormErrors } from '../../../lib/errors/form-errors.tsx';
import { useToast } from '../../../lib/toast.ts';
import { NumberField } from '../../../ui/number-field/number-field.tsx';
import { useNumberRule } from '../../../ui/number-field/use-number-rule.ts';
import styles from './month.module.css';
import { useAllowanceCall } from './use-allowance-call.ts';

interface ParkingFormProps {
  row: AllowanceRow;
  year: number;
  month: number;
}

/** A person's parking of a month. */
export function ParkingForm({ row, year, month }: ParkingFormProps) {
  const { t } = useTranslation(['allowance', 'common', 'errors']);
  const toast = useToast();
  const numberRule = useNumberRule();
  const [form] = Form.useForm<{ parking: number }>();
  const saved = row.monthly_allowance;
  const options = {
    onSuccess: () => void toast.success(t(saved ? 'done.update' : 'done.add')),
    onError: (error: unknown) => applyFormErrors(form, error, t),
  };
  const add = useAllowanceCall(allowanceEndpoints.monthlyAdd, options);
  const update = useAllowanceCall(allowanceEndpoints.monthlyUpdate, options);
  return (
    <Form<{ parking: number }>
      name="allowance-parking"
      form={form}
      layout="inline"
      requiredMark={false}
      className={styles.parkingForm ?? ''}
      initialValues={{ parking: saved?.parking ?? null }}
      onFinish={({ parking }) =>
        saved
          ? update.mutate({ entries: [{ id: saved.id, version: saved.version, parking }] })
          : add.mutate({ entries: [{ staff_id: row.staff_id, year, month, parking }] })
      }
    >
      <Form.Item name="parking" label={t('figure.parking')} rules={[{ required: true }, numberRule(AMOUNT_LIMITS)]}>
        <NumberField {...AMOUNT_LIMITS} step={10_000} suffix="₫" className={styles.amount ?? ''} />
      </Form.Item>
      <Button htmlType="submit" loading={add.isPending || update.isPending}>
        {t('common:save')}
      </Button>
    </Form>
  );
}
