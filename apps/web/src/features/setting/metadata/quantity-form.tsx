import type { OutputOf } from '@darkroom/contract/endpoint';
import { settingEndpoints } from '@darkroom/contract/setting';
import { Button, Form } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useApiMutation } from '../../../lib/api/query.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { CheckboxGroup } from '../../../ui/input/checkbox-group.tsx';
import { RecordHistory } from '../../../entities/history/record-history.tsx';
import css from './metadata.module.css';

const QUANTITY_KEYS = ['x1', 'x2', 'x3'] as const;
type QuantityKey = (typeof QUANTITY_KEYS)[number];

/** Quantity fields in use: x1, x2 or x3, at least one (spec §4, x-toggle). */
export function QuantityForm({ toggle }: { toggle: OutputOf<typeof settingEndpoints.xToggle> }) {
  const { t } = useTranslation(['setting', 'common', 'errors']);
  const canChange = useCan()(settingEndpoints.changeXToggle.access);
  const toast = useToast();
  const [form] = Form.useForm<{ x1: QuantityKey[] }>();
  const saved = QUANTITY_KEYS.filter((x) => toggle[x]);
  const selected = Form.useWatch('x1', form);
  const isChanged = selected !== undefined && QUANTITY_KEYS.some((x) => selected.includes(x) !== toggle[x]);
  const savedText = saved.join();
  useEffect(() => {
    form.setFieldValue('x1', savedText.split(','));
  }, [form, savedText]);
  const save = useApiMutation(settingEndpoints.changeXToggle, {
    invalidates: ['setting'],
    onSuccess: () => toast.success(t('metadata.saved', { what: t('quantity.title') })),
    form,
  });
  return (
    <section className={css.section} aria-label={t('quantity.title')}>
      <div className="row justify-between">
        <h2>{t('quantity.title')}</h2>
        <RecordHistory entity="setting" id="x-toggle" name={t('quantity.title')} />
      </div>
      <p className="muted">{t('quantity.hint')}</p>
      <Form
        form={form}
        disabled={!canChange || save.isPending}
        initialValues={{ x1: saved }}
        validateTrigger="onSubmit"
        onFinish={({ x1 }: { x1: QuantityKey[] }) =>
          save.mutate({ x1: x1.includes('x1'), x2: x1.includes('x2'), x3: x1.includes('x3') })
        }
      >
        {/* The server's error names the first field when none is selected. */}
        <Form.Item
          name="x1"
          rules={[{ required: true, type: 'array', message: t('errors:no_fields_to_change') }]}
          className={css.counts}
        >
          <CheckboxGroup options={[...QUANTITY_KEYS]} />
        </Form.Item>
        {canChange && (
          <div className="cluster mt-12">
            <Button type="primary" htmlType="submit" disabled={!isChanged} loading={save.isPending}>
              {t('common:save')}
            </Button>
            {isChanged && <span className="muted">{t('metadata.unsaved')}</span>}
          </div>
        )}
      </Form>
    </section>
  );
}
