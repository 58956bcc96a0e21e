import { apiTokenEndpoints } from '@darkroom/contract/user/token';
import { PERMISSION_CODES } from '@darkroom/domain/permission/codes';
import { isPortalCode } from '@darkroom/domain/permission/grant';
import { MAX_TOKEN_DAYS } from '@darkroom/domain/permission/token';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { Button, Form, Radio, Select } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useActor } from '../../lib/session/session.ts';
import { groupByArea, useCodeTexts } from '../../lib/i18n/permission-words.ts';
import { Field, FormFields } from '../../ui/record-form/field.tsx';
import { useNewRecord } from '../../ui/record-form/use-new-record.ts';
import css from './account-page.module.css';
import { usePermissionName } from './use-permission-name.ts';

/** A new token with its secret. The secret is absent if the response was lost. */
export interface NewToken {
  name: string;
  token: string | null;
}

interface TokenValues {
  name: string;
  scope: string[];
  can_write: boolean;
  days: number;
}

const DAYS = [7, 30, 90, 180, MAX_TOKEN_DAYS];

/** Creates a token: purpose, permissions, read-only or not, and end date. */
export function TokenForm({ onClose, onCreated }: { onClose: () => void; onCreated: (token: NewToken) => void }) {
  const { t } = useTranslation(['account', 'common']);
  const words = useCodeTexts();
  const nameOf = usePermissionName();
  const { is_superuser, permissions } = useActor();
  const grantableCodes = is_superuser ? PERMISSION_CODES.filter((code) => !isPortalCode(code)) : [...permissions];
  const record = useNewRecord<typeof apiTokenEndpoints.add, TokenValues>({
    endpoint: apiTokenEndpoints.add,
    initial: { name: '', scope: [], can_write: false, days: 90 },
    inputOf: (values) => values,
    invalidates: ['session'],
    onDone: onCreated,
  });
  const options = groupByArea(grantableCodes, (code) => code).map(({ area, things }) => ({
    label: words.area(area),
    options: things.map((code) => ({ value: code, label: nameOf(code) })),
  }));
  return (
    <Form<TokenValues>
      className={css.tokenForm}
      form={record.form}
      name="token-add"
      layout="vertical"
      initialValues={record.initial}
      onFinish={record.submit}
    >
      <FormFields fields={{}} call={record.call}>
        <Field name="name" label={t('tokens.name')} extra={t('tokens.nameHint')} autoFocus />
      </FormFields>
      <Form.Item name="scope" label={t('tokens.scope')} extra={t('tokens.scopeHint')} rules={[{ required: true }]}>
        <Select<string[], { value: string; label: string }>
          mode="multiple"
          options={options as never}
          showSearch={{
            filterOption: (typed, option) => foldedMatch(`${option?.label ?? ''} ${option?.value ?? ''}`, typed),
          }}
        />
      </Form.Item>
      <Form.Item name="can_write" label={t('tokens.access')} extra={t('tokens.accessHint')}>
        <Radio.Group
          vertical
          options={[false, true].map((value) => ({ value, label: t(`tokens.accessLevel.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="days" label={t('tokens.days')}>
        <Select options={DAYS.map((value) => ({ value, label: t('tokens.forDays', { count: value }) }))} />
      </Form.Item>
      <div className="wrap">
        <Button type="primary" htmlType="submit" loading={record.saving}>
          {t('tokens.create')}
        </Button>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
      </div>
    </Form>
  );
}
