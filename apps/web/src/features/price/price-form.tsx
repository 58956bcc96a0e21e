import { priceEndpoints, priceRow, type PriceRow } from '@darkroom/contract/price/price';
import { PRICE } from '@darkroom/contract/field-tables/customer';
import { getDecimalMark } from '@darkroom/domain/number/parse';
import { PRICE_FIELDS, getDefaultTerms, type PriceField } from '@darkroom/domain/price/price';
import { readPriceField } from '@darkroom/domain/price/parse';
import { Form, Input, Switch } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { z } from 'zod';
import { useFieldLabels } from '../../lib/i18n/fields.ts';
import { getFieldMessage } from '../../lib/errors/form-errors.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { useToast } from '../../lib/toast.ts';
import { EditDrawer } from '../../entities/history/edit-drawer.tsx';
import { useRecordForm } from '../../ui/record-form/use-record-form.ts';
import { toTypedText } from './grid/shown-price.ts';
import { useConfirmPriceJumps } from '../../entities/price/use-confirm-jumps.tsx';

/** Form values: numbers as typed text. */
interface PriceValues {
  retail_price: string;
  wholesale_price: string;
  estimate_minutes: string;
  visible: boolean;
  enabled: boolean;
}

// The endpoint changes several prices, so its conflict response is a list, here of one row.
const currentRow = z
  .array(priceRow)
  .min(1)
  .transform(([row]) => row as PriceRow);

/** Form of one price for a narrow screen. It saves immediately. */
export default function PriceForm({ cus_id1, row, onClose }: { cus_id1: number; row: PriceRow; onClose: () => void }) {
  const { t, i18n } = useTranslation(['price', 'errors']);
  const label = useFieldLabels(PRICE);
  const toast = useToast();
  const format = useFormat();
  const mark = getDecimalMark(i18n.resolvedLanguage);
  const parse = (field: PriceField, value: unknown) => readPriceField(field, value as string | boolean, mark);
  const name = `${row.cat1} / ${row.cat2}`;
  const { confirmPriceJumps, holder } = useConfirmPriceJumps();
  const record = useRecordForm<typeof priceEndpoints.update, PriceRow, PriceValues>({
    endpoint: priceEndpoints.update,
    record: row,
    currentSchema: currentRow,
    valuesOf: (of) => {
      const startTerms = getDefaultTerms(of.default_minutes);
      return {
        retail_price: toTypedText(of.retail_price, mark),
        wholesale_price: toTypedText(of.wholesale_price, mark),
        estimate_minutes: toTypedText(of.estimate_minutes ?? startTerms.estimate_minutes, mark),
        visible: of.visible ?? startTerms.visible,
        enabled: of.enabled ?? startTerms.enabled,
      };
    },
    inputOf: (of, _changed, all) => {
      const value = (field: PriceField) => {
        const result = parse(field, all[field]);
        return result.ok ? result.value : 0;
      };
      return {
        cus_id1,
        prices: [
          {
            service_cat2_id: of.service_cat2_id,
            version: of.version,
            retail_price: Number(value('retail_price')),
            wholesale_price: Number(value('wholesale_price')),
            estimate_minutes: Number(value('estimate_minutes')),
            visible: all.visible,
            enabled: all.enabled,
          },
        ],
      };
    },
    ask: (of, changed) => {
      const amount = (field: 'retail_price' | 'wholesale_price') => {
        const typed = changed[field];
        const result = typed === undefined ? null : parse(field, typed);
        return result?.ok ? Number(result.value) : of[field];
      };
      const after = { ...of, retail_price: amount('retail_price'), wholesale_price: amount('wholesale_price') };
      return confirmPriceJumps([{ name, before: of, after }]);
    },
    invalidates: ['price'],
    failed: t('notSaved'),
    onDone: () => {
      toast.success(t('saved', { count: 1 }));
      onClose();
    },
  });
  const formatInput = (field: PriceField) => (text: string) => {
    const result = parse(field, text);
    return result.ok ? format.money(Number(result.value)) : text;
  };
  return (
    <EditDrawer
      name="price-form"
      record={record}
      fields={PRICE}
      show={{
        retail_price: formatInput('retail_price'),
        wholesale_price: formatInput('wholesale_price'),
        estimate_minutes: formatInput('estimate_minutes'),
      }}
      requiredMark={false}
      title={name}
      onClose={onClose}
      historyRecord={row.id === null ? null : { entity: 'customer_price', id: row.id, name }}
    >
      {PRICE_FIELDS.map((field) =>
        field === 'visible' || field === 'enabled' ? (
          <Form.Item
            key={field}
            name={field}
            label={label(field)}
            extra={t(`columnHint.${field}`)}
            valuePropName="checked"
          >
            <Switch />
          </Form.Item>
        ) : (
          <Form.Item
            key={field}
            name={field}
            label={label(field)}
            rules={[
              {
                validator: (_rule, value?: string) => {
                  const result = parse(field, value ?? '');
                  return result.ok
                    ? Promise.resolve()
                    : Promise.reject(new Error(getFieldMessage({ field, code: result.code, message: '' }, t)));
                },
              },
            ]}
          >
            <Input inputMode="decimal" autoComplete="off" />
          </Form.Item>
        ),
      )}
      {holder}
    </EditDrawer>
  );
}
