import { LANGUAGES, mailEndpoints } from '@darkroom/contract/mail/mail';
import { MAIL_KINDS, type MailKind } from '@darkroom/domain/mail/mail';
import type { Language } from '@darkroom/domain/text/language';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Form, Select } from 'antd';
import { useState } from 'react';
import { query } from '../../lib/api/query.ts';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useToast } from '../../lib/toast.ts';
import { LoadErrorMessage, SkeletonLines } from '../../ui/data-table/data-table-states.tsx';
import { Segmented } from '../../ui/input/segmented.tsx';
import { Modal } from '../../ui/overlay/modal.tsx';
import { Field, FormFields } from '../../ui/record-form/field.tsx';
import { useNewRecord } from '../../ui/record-form/use-new-record.ts';
import css from './mail.module.css';

interface DialogProps {
  onClose: () => void;
}

const useLanguageOptions = () => {
  const { t } = useTranslation('mail');
  return LANGUAGES.map((value) => ({ value, label: t(`in.${value}`) }));
};

const usePageLanguage = (): Language => (useTranslation().i18n.resolvedLanguage === 'vi' ? 'vi' : 'en');

/** Sends a test email to an address. */
export function TestDialog({ onClose }: DialogProps) {
  const { t } = useTranslation(['mail', 'common']);
  const toast = useToast();
  const record = useNewRecord<typeof mailEndpoints.test, { to: string; language: Language }>({
    endpoint: mailEndpoints.test,
    initial: { to: '', language: usePageLanguage() },
    inputOf: (values) => values,
    invalidates: ['webhook'],
    onDone: () => {
      toast.success(t('test.sent'));
      onClose();
    },
  });
  const languages = useLanguageOptions();
  return (
    <Modal
      open
      title={t('test.send')}
      okText={t('test.send')}
      cancelText={t('common:cancel')}
      confirmLoading={record.saving}
      onOk={record.form.submit}
      onCancel={onClose}
    >
      <Form
        form={record.form}
        name="mail-test"
        layout="vertical"
        requiredMark={false}
        initialValues={record.initial}
        onFinish={record.submit}
      >
        <FormFields fields={{}} call={record.call}>
          <Field name="to" label={t('column.to')} inputMode="email" autoComplete="email" autoFocus />
        </FormFields>
        <Form.Item name="language" label={t('common:language')}>
          <Segmented aria-label={t('common:language')} options={languages} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** An email of each kind with example data. */
export function PreviewDialog({ onClose }: DialogProps) {
  const { t } = useTranslation(['mail', 'common']);
  const [kind, setKind] = useState<MailKind>('invitation');
  const [language, setLanguage] = useState(usePageLanguage());
  const preview = useQuery({
    ...query(mailEndpoints.preview, { kind, language }),
    placeholderData: keepPreviousData,
  });
  const { data } = preview;
  const languages = useLanguageOptions();
  return (
    <Modal
      open
      width={640}
      title={t('preview.title')}
      footer={<Button onClick={onClose}>{t('common:close')}</Button>}
      onCancel={onClose}
    >
      <div className="cluster mb-12">
        <Select
          aria-label={t('column.kind')}
          value={kind}
          popupMatchSelectWidth={false}
          options={MAIL_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={setKind}
        />
        <Segmented aria-label={t('common:language')} options={languages} value={language} onChange={setLanguage} />
      </div>
      {preview.isPending && <SkeletonLines count={6} />}
      {preview.isError && !data && <LoadErrorMessage error={preview.error} onRetry={() => void preview.refetch()} />}
      {data && (
        <div lang={language}>
          <h3 className="semibold">{data.subject}</h3>
          {/* Not the HTML: the security policy of the page also applies to a frame, and blocks its inline styles. */}
          <pre className={css.text}>{data.text}</pre>
        </div>
      )}
    </Modal>
  );
}
