import { CheckCircleFilled } from '@ant-design/icons';
import type { OutputOf } from '@darkroom/contract/endpoint';
import type { FirstStep, settingEndpoints } from '@darkroom/contract/setting';
import { viewEndpoints } from '@darkroom/contract/view';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { query, useApiMutation } from '../../lib/api/query.ts';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import css from './first-steps.module.css';

/** Screen of each step. A backup is a command on the server. */
const SCREENS: Readonly<Record<FirstStep, readonly [to: string, search?: object] | null>> = {
  name: ['/setting/metadata', { at: 'mail' }],
  catalogue: ['/setting/category'],
  customers: ['/customer/details', { form: 'new' }],
  groups: ['/setting/group', { form: 'new' }],
  members: ['/staff/member', { member: 0 }],
  prices: ['/customer/prices'],
  orders: ['/job', { bulk: 1 }],
  email: ['/setting/mail'],
  backup: null,
};
const PREFERENCE = 'first_steps';

interface FirstStepsProps {
  steps: OutputOf<typeof settingEndpoints.firstSteps>['results'];
  /** The home page, after the user has hidden the steps. */
  children: ReactNode;
}

/** First steps of a new bureau: each with a link to its screen, and done when the bureau has the data (decision 174). */
export default function FirstSteps({ steps, children }: FirstStepsProps) {
  const { t } = useTranslation('setting');
  const client = useQueryClient();
  const options = query(viewEndpoints.preferences, {});
  const { data, isPending } = useQuery(options);
  const { mutate: save } = useApiMutation(viewEndpoints.setPreference);
  if (isPending) return null;
  if (data?.[PREFERENCE]) return children;
  const hide = () => {
    const value = { hidden: true };
    client.setQueryData(options.queryKey, (all) => ({ ...all, [PREFERENCE]: value }));
    save({ key: PREFERENCE, value });
  };
  const doneCount = steps.filter(({ done }) => done).length;
  return (
    <div className="page gap-12">
      <PageHead
        title={t('firstSteps.title')}
        note={t('firstSteps.done', { n: doneCount, total: steps.length })}
        actions={<Button onClick={hide}>{t('firstSteps.hide')}</Button>}
      />
      <ol className={css.steps}>
        {steps.map(({ step, done }) => {
          const [to, search = {}] = SCREENS[step] ?? [];
          return (
            <li key={step}>
              <span className={css.mark}>
                {done && <CheckCircleFilled className={css.done ?? ''} aria-label={t('firstSteps.isDone')} />}
              </span>
              <span>
                {to === undefined ? (
                  <strong>{t(`firstSteps.step.${step}`)}</strong>
                ) : (
                  <Link to={to} search={search}>
                    {t(`firstSteps.step.${step}`)}
                  </Link>
                )}
                <br />
                <span className="muted">{t(`firstSteps.hint.${step}`)}</span>
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
