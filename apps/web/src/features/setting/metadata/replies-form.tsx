import { Button, Form, Input, type FormListFieldData, type FormListOperation } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { Field } from '../../../ui/record-form/field.tsx';
import css from './metadata.module.css';
import { MetadataForm, type MetadataRow } from './metadata-form.tsx';
import { parseValue, addMissingKeys, type ReplyDraft } from './metadata-values.ts';
import { RowActions } from './row-actions.tsx';

const MAX_REPLIES = 50;
const readReplies = (value: unknown): ReplyDraft[] => parseValue('JOB_TASK', 'replies', value) ?? [];
const formatLines = (replies: ReplyDraft[]) => replies.map(({ en, vi }) => `${en ?? ''} · ${vi ?? ''}`);

/** Saved replies in both languages, in the order in which they are offered. */
export function RepliesForm({ row, editable }: { row: MetadataRow; editable: boolean }) {
  const { t } = useTranslation('setting');
  return (
    <MetadataForm<ReplyDraft[]>
      data_type="JOB_TASK"
      row={row}
      title={t('replies.title')}
      hint={t('replies.hint')}
      read={readReplies}
      write={addMissingKeys}
      formatLines={formatLines}
    >
      <Form.List name="value">
        {(fields, change, { errors }) => (
          <>
            <ol className={css.rowList}>
              {fields.map((field) => (
                <ReplyRow key={field.key} field={field} rowCount={fields.length} change={change} editable={editable} />
              ))}
            </ol>
            {fields.length === 0 && <p className="muted">{t('replies.none')}</p>}
            <Form.ErrorList errors={errors} />
            {editable && (
              <div className="cluster mt-12">
                <Button disabled={fields.length >= MAX_REPLIES} onClick={() => change.add({})}>
                  {t('replies.add')}
                </Button>
              </div>
            )}
          </>
        )}
      </Form.List>
    </MetadataForm>
  );
}

interface ReplyRowProps {
  field: FormListFieldData;
  rowCount: number;
  change: FormListOperation;
  editable: boolean;
}

function ReplyRow({ field: { name: index }, rowCount, change, editable }: ReplyRowProps) {
  const { t } = useTranslation('setting');
  const n = index + 1;
  const textField = (language: 'en' | 'vi') => (
    <Field name={[index, language]} label={t(`faults.${language}`)}>
      <Input.TextArea lang={language} rows={2} />
    </Field>
  );
  return (
    <li className={css.reply} aria-label={t('replies.one', { n })}>
      {textField('en')}
      {textField('vi')}
      {editable && (
        <RowActions
          index={index}
          rowCount={rowCount}
          change={change}
          labels={{ up: t('replies.up', { n }), down: t('replies.down', { n }), remove: t('replies.remove', { n }) }}
        />
      )}
    </li>
  );
}
