import type { Field, Fields } from '@darkroom/contract/field-tables/field';
import { Alert, Form, type FormProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFields } from './field.tsx';
import { FormDrawer, type FormDrawerProps } from './form-drawer.tsx';
import { RecordConflict, type OwnWords, type RecordNews } from '../conflict/record-conflict.tsx';
import type { NewRecord } from './use-new-record.ts';
import type { RecordForm } from './use-record-form.ts';
import { useFormDraft } from './use-form-draft.ts';

type Frame = Pick<FormDrawerProps, 'title' | 'onClose' | 'note' | 'extra' | 'wide' | 'inAddress'>;
/** What a form does beside the common: how far it validates, what follows from what is typed. */
type Ways<V> = Pick<FormProps<V>, 'onValuesChange' | 'validateTrigger' | 'preserve' | 'requiredMark'>;

interface Edited<V extends object> {
  record: RecordForm<V>;
  /** What the fields of the form are, as the record's table has them: for "yours and theirs". */
  fields: Record<Extract<keyof V, string>, Field>;
  /** How those read that the form holds otherwise than the record does. */
  show?: OwnWords<V>;
  news?: RecordNews | null;
}
interface Made<V extends object> {
  record: NewRecord<V>;
  /** What its fields are, as the record's table has them. */
  fields?: Fields;
  show?: never;
  /** What others made meanwhile that stands in the way of it. */
  news?: RecordNews | null;
}

export type RecordDrawerProps<V extends object> = Frame &
  Ways<V> &
  (Edited<V> | Made<V>) & {
    /** The form's name: its fields' ids begin with it. */
    name: string;
    /** Under what its text is kept when the session is lost; without, it is not. */
    draft?: string | undefined;
    /** "Save" where nothing is said. */
    saveLabel?: string;
    /** Stands above the form. */
    lead?: ReactNode;
    children: ReactNode;
  };

const NO_FIELDS: Fields = {};

/**
 * The one frame in which a record is made or changed: its form beside the list, what somebody else saved meanwhile, the way out, its
 * history beside the title. What is asked stands in it as JSX.
 */
export function RecordDrawer<V extends object>(props: RecordDrawerProps<V>) {
  const { name, record, fields, show, news, draft, saveLabel, lead, children, ...rest } = props;
  const { title, onClose, note, extra, wide, inAddress, ...ways } = rest;
  const { t } = useTranslation(['common', 'record']);
  const isPutBack = useFormDraft(draft, record.form, record.initial);
  return (
    <FormDrawer
      title={title}
      formId={name}
      saveLabel={saveLabel ?? t('save')}
      access={record.call.access}
      saving={record.saving}
      over={news?.over}
      isTouched={() => isPutBack || record.form.isFieldsTouched()}
      onClose={onClose}
      note={note}
      extra={extra}
      wide={wide}
      inAddress={inAddress}
    >
      {'conflict' in record ? (
        <RecordConflict<V> record={record} fields={fields as Edited<V>['fields']} show={show} news={news ?? null} />
      ) : (
        news?.told
      )}
      {isPutBack && <Alert type="info" showIcon role="status" className="mb-12" title={t('record:putBack')} />}
      {lead}
      {/* What is wrong is said by the form, all of it and in its language, not by the browser. */}
      <Form<V>
        {...ways}
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
