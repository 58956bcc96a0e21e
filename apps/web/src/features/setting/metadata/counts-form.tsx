import type { OutputOf } from '@darkroom/contract/endpoint';
import { settingEndpoints } from '@darkroom/contract/setting';
import { Button, Form } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../lib/call/query.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { Boxes } from '../../../ui/input/boxes.tsx';
import { RecordHistory } from '../../../entities/history/record-history.tsx';
import css from './metadata.module.css';

const COUNTS = ['x1', 'x2', 'x3'] as const;
type Count = (typeof COUNTS)[number];

/** Quantity fields in use: x1, x2 or x3, at least one (spec §4, x-toggle). */
export function CountsForm({ toggle }: { toggle: OutputOf<typeof settingEndpoints.xToggle> }) {
  const { t } = useTranslation(['setting', 'common', 'errors']);
  const mayChange = useCan()(settingEndpoints.changeXToggle.access);
  const toast = useToast();
  const [form] = Form.useForm<{ x1: Count[] }>();
  const saved = COUNTS.filter((x) => toggle[x]);
  const chosen = Form.useWatch('x1', form);
  const changed = chosen !== undefined && COUNTS.some((x) => chosen.includes(x) !== toggle[x]);
  const words = saved.join();
  useEffect(() => {
    form.setFieldValue('x1', words.split(','));
  }, [form, words]);
  const save = useApiMutation(settingEndpoints.changeXToggle, {
    invalidates: ['setting'],
    onSuccess: () => toast.success(t('metadata.saved', { what: t('counts.title') })),
    form,
  });
  return (
    <section className={css.section} aria-label={t('counts.title')}>
      <div className="row justify-between">
        <h2>{t('counts.title')}</h2>
        <RecordHistory entity="setting" id="x-toggle" name={t('counts.title')} />
      </div>
      <p className="muted">{t('counts.hint')}</p>
      <Form
        form={form}
        disabled={!mayChange || save.isPending}
        initialValues={{ x1: saved }}
        validateTrigger="onSubmit"
        onFinish={({ x1 }: { x1: Count[] }) =>
          save.mutate({ x1: x1.includes('x1'), x2: x1.includes('x2'), x3: x1.includes('x3') })
        }
      >
        {/* The server's error names the first field when none is selected. */}
        <Form.Item
          name="x1"
          rules={[{ required: true, type: 'array', message: t('errors:nothing_chosen') }]}
          className={css.counts}
        >
          <Boxes options={[...COUNTS]} />
        </Form.Item>
        {mayChange && (
          <div className="cluster mt-12">
            <Button type="primary" htmlType="submit" disabled={!changed} loading={save.isPending}>
              {t('common:save')}
            </Button>
            {changed && <span className="muted">{t('metadata.unsaved')}</span>}
          </div>
        )}
      </Form>
    </section>
  );
}
