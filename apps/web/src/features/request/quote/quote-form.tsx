import { quoteEndpoints, quoteRow, type QuoteRow } from '@darkroom/contract/request/quote';
import type { RequestRow } from '@darkroom/contract/request/request';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Form, Select } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { query } from '../../../lib/api/query.ts';
import { useToast } from '../../../lib/toast.ts';
import { useToday } from '../../../lib/clock/use-today.ts';
import { useFieldLabels } from '../../../lib/i18n/fields.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import fields from '../../../ui/record-form/fields.module.css';
import { Field } from '../../../ui/record-form/field.tsx';
import { RecordDrawer } from '../../../ui/record-form/record-drawer.tsx';
import { EditDrawer } from '../../../entities/history/edit-drawer.tsx';
import { useNewRecord } from '../../../ui/record-form/use-new-record.ts';
import { useRecordForm } from '../../../ui/record-form/use-record-form.ts';
import { QuoteLine } from './quote-line.tsx';
import {
  toDraftInput,
  EMPTY_LINE,
  createQuoteValues,
  QUOTE_FORM,
  calculateTotal,
  toQuoteValues,
  type LineValues,
  type QuoteChoices,
  type QuoteValues,
} from './quote-values.ts';
import { useOtherUsersQuote, type CurrentQuotes } from './use-other-users-quote.tsx';
import styles from './quote.module.css';

interface QuoteFormProps {
  request: RequestRow;
  choices: QuoteChoices;
  onClose: () => void;
}

const MAX_LINES = 100;

/** Form of a draft: a new draft, or `quote`. Sending is a step of the request. */
export function QuoteForm({
  quote,
  currentQuotes,
  ...props
}: QuoteFormProps & { quote: QuoteRow | null; currentQuotes: CurrentQuotes }) {
  return quote ? <EditQuoteForm quote={quote} {...props} /> : <NewQuoteForm currentQuotes={currentQuotes} {...props} />;
}

function useSharedProps({ request, onClose }: QuoteFormProps) {
  const { t } = useTranslation('request');
  const toast = useToast();
  return {
    saving: {
      invalidates: ['request'],
      failed: t('quote.notSaved'),
      onDone: () => {
        toast.success(t('quote.saved'));
        onClose();
      },
    },
    drawer: {
      wide: true,
      name: 'quote',
      saveLabel: t('quote.save'),
      lead: <p className={styles.requestText}>{request.description || request.subject}</p>,
      onClose,
    },
  } as const;
}

function NewQuoteForm({ request, choices, currentQuotes, onClose }: QuoteFormProps & { currentQuotes: CurrentQuotes }) {
  const { t } = useTranslation('request');
  const today = useToday();
  const { getConflict, onRefused } = useOtherUsersQuote(currentQuotes);
  const client = useQueryClient();
  const shared = useSharedProps({ request, choices, onClose });
  const record = useNewRecord<typeof quoteEndpoints.save, QuoteValues>({
    endpoint: quoteEndpoints.save,
    initial: createQuoteValues(choices, today),
    inputOf: (values) => ({ request_id: request.id, ...toDraftInput(values) }),
    onRefused,
    ...shared.saving,
    onDone: (quote) => {
      // Set before the form closes, because its button disappears and the focus moves to the quotes.
      client.setQueryData(
        query(quoteEndpoints.list, { request_id: request.id }).queryKey,
        (data) => data && { ...data, results: [quote, ...data.results] },
      );
      shared.saving.onDone();
    },
  });
  return (
    <RecordDrawer
      {...shared.drawer}
      draft={`quote-of.${request.id}`}
      record={record}
      fields={QUOTE_FORM}
      news={getConflict(record.saving)}
      title={t('quote.make')}
      note={<QuoteTotal form={record.form} currency={choices.currency} />}
    >
      <QuoteFields choices={choices} />
    </RecordDrawer>
  );
}

function EditQuoteForm({ request, choices, quote, onClose }: QuoteFormProps & { quote: QuoteRow }) {
  const { t } = useTranslation('request');
  const shared = useSharedProps({ request, choices, onClose });
  const record = useRecordForm<typeof quoteEndpoints.save, QuoteRow, QuoteValues>({
    endpoint: quoteEndpoints.save,
    record: quote,
    currentSchema: quoteRow,
    valuesOf: toQuoteValues,
    // A draft is saved in full, because its lines have no ids.
    inputOf: ({ id, version }, _changed, all) => ({ request_id: request.id, id, version, ...toDraftInput(all) }),
    ...shared.saving,
  });
  return (
    <EditDrawer
      {...shared.drawer}
      historyRecord={{ entity: 'quote', id: quote.id, name: t('quote.numbered', { id: quote.id }) }}
      // Only a draft can be changed.
      isFinalStatus={(status) => status !== 'DRAFT'}
      record={record}
      fields={QUOTE_FORM}
      title={t('quote.edit')}
      note={<QuoteTotal form={record.form} currency={choices.currency} />}
    >
      <QuoteFields choices={choices} />
    </EditDrawer>
  );
}

/** Total of the typed lines, always visible. */
function QuoteTotal({
  form,
  currency,
}: {
  form: ReturnType<typeof useNewRecord<never, QuoteValues>>['form'];
  currency: string;
}) {
  const { t } = useTranslation('request');
  const { money, number } = useFormat();
  const lines = Form.useWatch<LineValues[] | undefined>('lines', { form, preserve: true }) ?? [];
  const { amount, quantity } = calculateTotal(lines);
  return (
    <span className="semibold tabular">
      {t('quote.total', { amount: money(amount), currency })}
      <span className="muted"> {t('quote.pieces', { count: quantity, n: number(quantity) })}</span>
    </span>
  );
}

function QuoteFields({ choices }: { choices: QuoteChoices }) {
  const { t } = useTranslation('request');
  const label = useFieldLabels(QUOTE_FORM);
  const today = useToday();
  return (
    <>
      <Form.List name="lines">
        {(list, { add, remove }) => (
          <section aria-label={label('lines')}>
            <ol className="items mb-8">
              {list.map(({ key, name }) => (
                <QuoteLine
                  key={key}
                  position={name}
                  choices={choices}
                  onRemove={list.length > 1 ? () => remove(name) : undefined}
                />
              ))}
            </ol>
            <Button disabled={list.length >= MAX_LINES} onClick={() => add({ ...EMPTY_LINE })}>
              {t('quote.addLine')}
            </Button>
          </section>
        )}
      </Form.List>
      <div className={`${fields.fields} ${styles.terms}`}>
        <Field name="valid_until" extra={t('quote.untilHint')} allowClear={false} min={today} />
        <Field name="customer2_id" extra={t('quote.customerHint')}>
          <Select
            allowClear
            placeholder={t('quote.customerChooses')}
            options={choices.customers2.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      </div>
      <Field name="note" extra={t('quote.noteHint')} />
    </>
  );
}
