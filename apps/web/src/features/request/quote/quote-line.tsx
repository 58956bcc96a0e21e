import { calculateAmount } from '@darkroom/domain/money/money';
import { Button, Form } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useCategories } from '../../../lib/session/lookups.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useCategoryLevels } from '../../../ui/filter-bar/filter-bar-choices.ts';
import { LevelPicker } from '../../../ui/filter-bar/level-picker.tsx';
import { Field } from '../../../ui/record-form/field.tsx';
import styles from './quote.module.css';
import {
  findListPrice,
  findLineWarnings,
  type LineValues,
  type QuoteChoices,
  type QuoteValues,
} from './quote-values.ts';

interface QuoteLineProps {
  position: number;
  choices: QuoteChoices;
  /** Not set for the only line. */
  onRemove?: (() => void) | undefined;
}

/** A line of a quote. Selecting a category fills in the customer's price and minutes, which can be changed. */
export function QuoteLine({ position, choices, onRemove }: QuoteLineProps) {
  const { t } = useTranslation('request');
  const levels = useCategoryLevels({ forNew: true });
  const { cat2ById } = useCategories();
  const form = Form.useFormInstance<QuoteValues>();
  const line = Form.useWatch<LineValues | undefined>(['lines', position], { form, preserve: true });
  const listPrice = findListPrice(choices, line?.service_cat2_id);
  const { money } = useFormat();
  const onCategory = (id: number | null) => {
    const customerTerms = choices.prices.find(({ service_cat2_id }) => service_cat2_id === id);
    form.setFieldValue(['lines', position, 'unit_price'], customerTerms?.unit_price ?? null);
    const defaultMinutes = cat2ById.get(id ?? 0)?.estimate_minutes || null;
    form.setFieldValue(['lines', position, 'estimate_minutes'], customerTerms?.estimate_minutes ?? defaultMinutes);
  };
  return (
    <li className="framed" aria-label={t('quote.line', { n: position + 1 })}>
      <Field name={[position, 'service_cat2_id']}>
        <CategoryPicker levels={levels} placeholder={t('quote.chooseCategory')} onSelected={onCategory} />
      </Field>
      <div className={styles.figures}>
        <Field name={[position, 'quantity']} />
        <Field
          name={[position, 'unit_price']}
          required
          suffix={choices.currency}
          extra={
            listPrice === null
              ? line?.service_cat2_id && t('quote.noListPrice')
              : t('quote.listPrice', { price: money(listPrice) })
          }
        />
        <Field name={[position, 'estimate_minutes']} label={t('quote.estimate')} extra={t('quote.estimateHint')} />
      </div>
      <Field name={[position, 'note']} label={t('quote.lineNote')} rows={1} />
      <div className="row justify-between">
        <LineAmount line={line} currency={choices.currency} />
        {onRemove && (
          <Button size="small" type="text" onClick={onRemove}>
            {t('quote.removeLine')}
          </Button>
        )}
      </div>
      <LineWarnings line={line} choices={choices} />
    </li>
  );
}

type LevelPickerProps = Parameters<typeof LevelPicker<string>>[0];

/** Category field. Its callback fills in the fields that depend on the category. */
function CategoryPicker({
  onSelected,
  onChange,
  ...rest
}: LevelPickerProps & { onSelected: (id: number | null) => void }) {
  return (
    <LevelPicker
      {...rest}
      onChange={(id) => {
        onChange?.(id);
        onSelected(id);
      }}
    />
  );
}

function LineAmount({ line, currency }: { line: LineValues | undefined; currency: string }) {
  const { t } = useTranslation('request');
  const { money } = useFormat();
  const isComplete = typeof line?.quantity === 'number' && typeof line.unit_price === 'number';
  if (!isComplete) return <span />;
  const amount = calculateAmount(line.quantity as number, line.unit_price as number);
  return <strong className="tabular">{t('quote.amount', { amount: money(amount), currency })}</strong>;
}

/** Warnings of the price guard while the price is typed. */
function LineWarnings({ line, choices }: { line: LineValues | undefined; choices: QuoteChoices }) {
  const { t } = useTranslation('request');
  const { money, number } = useFormat();
  const warnings = findLineWarnings(line, choices);
  if (warnings.length === 0) return null;
  const { below_percent, cost_per_minute } = choices.guard;
  const listPrice = findListPrice(choices, line?.service_cat2_id) ?? 0;
  const minutes = typeof line?.estimate_minutes === 'number' ? line.estimate_minutes : 0;
  return (
    <div className="mt-4 ink-danger" role="status">
      {warnings.map((warning) => (
        <p key={warning}>
          {warning === 'below_list'
            ? t('quote.below_list', { percent: number(below_percent), price: money(listPrice) })
            : t('quote.below_cost', {
                minutes: number(minutes),
                cost: money(cost_per_minute),
                sum: money(calculateAmount(minutes, cost_per_minute)),
              })}
        </p>
      ))}
    </div>
  );
}
