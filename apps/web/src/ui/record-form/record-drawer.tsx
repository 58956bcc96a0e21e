import type { FieldDefinition, Fields } from '@darkroom/contract/field-tables/field';
import { Alert, Form, type FormProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { FormFields } from './field.tsx';
import { FormDrawer, type FormDrawerProps } from './form-drawer.tsx';
import { RecordConflict, type FieldFormatters, type RecordNews } from '../conflict/record-conflict.tsx';
import type { NewRecord } from './use-new-record.ts';
import type { RecordForm } from './use-record-form.ts';
import { useFormDraft } from './use-form-draft.ts';

type Frame = Pick<FormDrawerProps, 'title' | 'onClose' | 'note' | 'extra' | 'wide' | 'inAddress'>;
/** Additional form settings: validation, and effects of changes. */
type FormSettings<V> = Pick<FormProps<V>, 'onValuesChange' | 'validateTrigger' | 'preserve' | 'requiredMark'>;

interface EditProps<V extends object> {
  record: RecordForm<V>;
  /** The record's table of the form's fields, for both versions of a conflict. */
  fields: Record<Extract<keyof V, string>, FieldDefinition>;
  /** Texts of fields whose form value differs in kind from the record's. */
  show?: FieldFormatters<V>;
  news?: RecordNews | null;
}
interface AddProps<V extends object> {
  record: NewRecord<V>;
  /** The record's table of its fields. */
  fields?: Fields;
  show?: never;
  /** Changes by others that affect it. */
  news?: RecordNews | null;
}

export type RecordDrawerProps<V extends object> = Frame &
  FormSettings<V> &
  (EditProps<V> | AddProps<V>) & {
    /** The form's name and the prefix of its fields' ids. */
    name: string;
    /** Name of its draft when the session is lost. Without a name, nothing is stored. */
    draft?: string | undefined;
    /** Default: "Save". */
    saveLabel?: string;
    /** Content above the form. */
    lead?: ReactNode;
    children: ReactNode;
  };

const NO_FIELDS: Fields = {};

/**
 * The only frame for a new or changed record: the form, conflicts, the question before leaving, and the history. The fields are its
 * children.
 */
export function RecordDrawer<V extends object>(props: RecordDrawerProps<V>) {
  const { name, record, fields, show, news, draft, saveLabel, lead, children, ...rest } = props;
  const { title, onClose, note, extra, wide, inAddress, ...formSettings } = rest;
  const { t } = useTranslation(['common', 'record']);
  const isRestored = useFormDraft(draft, record.form, record.initial);
  return (
    <FormDrawer
      title={title}
      formId={name}
      saveLabel={saveLabel ?? t('save')}
      access={record.call.access}
      saving={record.saving}
      isGone={news?.isGone}
      isTouched={() => isRestored || record.form.isFieldsTouched()}
      onClose={onClose}
      note={note}
      extra={extra}
      wide={wide}
      inAddress={inAddress}
    >
      {'conflict' in record ? (
        <RecordConflict<V> record={record} fields={fields as EditProps<V>['fields']} show={show} news={news ?? null} />
      ) : (
        news?.message
      )}
      {isRestored && <Alert type="info" showIcon role="status" className="mb-12" title={t('record:restored')} />}
      {lead}
      {/* The validation of the browser is off, because the form shows its own translated errors. */}
      <Form<V>
        {...formSettings}
        noValidate
        name={name}
        form={record.form}
        layout="vertical"
        scrollToFirstError={{ block: 'nearest', focus: true }}
        initialValues={record.initial}
        onFinish={record.submit}
      >
        <FormFields fields={fields ?? NO_FIELDS} call={record.call}>
          {children}
        </FormFields>
      </Form>
    </FormDrawer>
  );
}
