import { getMetadataAccess, settingEndpoints } from '@darkroom/contract/setting';
import { anyOf } from '@darkroom/domain/permission/access';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { query } from '../../../lib/api/query.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useScreenSearch } from '../../../lib/use-screen-search.ts';
import { LoadErrorMessage } from '../../../ui/data-table/data-table-states.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import {
  BlindCheckForm,
  QuoteGuardForm,
  PrioritiesForm,
  CurrencyForm,
  MailSenderForm,
  SecondFactorForm,
  AMOUNTS,
  AmountsForm,
  DisplayForm,
  type AmountKey,
} from './value-forms.tsx';
import { QuantityForm } from './quantity-form.tsx';
import { FaultTypesForm } from './fault-types-form.tsx';
import { HoursForm } from '../due-date/hours-form.tsx';
import { TurnaroundsForm } from '../due-date/turnarounds-form.tsx';
import { HolidaysForm } from './holidays-form.tsx';
import { metadataSearch, SETTING_TABS } from './metadata-search.ts';
import css from './metadata.module.css';
import { RepliesForm } from './replies-form.tsx';
import { getPanelProps, TabBar } from '../../../ui/tab-bar/tab-bar.tsx';
import { lazyPart } from '../../../ui/lazy/lazy.tsx';

// Lazy, so that the lookups do not wait for the articles.
const ArticleTab = lazyPart(() => import('../article/article-tab.tsx'));

const lookupsAccess = anyOf('npn_view_permission', 'npn_admin');

/** The bureau's lookups (/setting/metadata): quantities, fault types, allowances and articles. */
export default function MetadataPage() {
  const { t } = useTranslation('setting');
  const [{ tab }, setSearch] = useScreenSearch(metadataSearch);
  const [openedTabs, setOpenedTabs] = useState<ReadonlySet<string>>(new Set([tab]));
  if (!openedTabs.has(tab)) setOpenedTabs(new Set([...openedTabs, tab]));
  const can = useCan();
  const editable = can(getMetadataAccess('JOB_TASK', 'fault_kinds'));
  const canChange = tab === 'INFO_HUB' ? can(getMetadataAccess('INFO_HUB', '')) : editable;
  // Users who can only change the quantity settings see that part alone.
  if (!can(lookupsAccess))
    return (
      <div className={css.page}>
        <PageHead title={t('metadata.title')} />
        <QuantitySetting />
      </div>
    );
  return (
    <div className={css.page}>
      <PageHead title={t('metadata.title')} note={canChange ? null : t('metadata.readOnly')} />
      <TabBar
        name="tabs-settings"
        active={tab}
        tabs={SETTING_TABS.map((key) => ({ key, label: t(`metadata.tab.${key}`) }))}
        onChange={(key) => setSearch({ tab: key })}
      />
      {/* Hidden tabs stay mounted, so that their typed values are not lost. */}
      {SETTING_TABS.filter((key) => openedTabs.has(key)).map((key) => (
        <div key={key} {...(key === tab && getPanelProps('tabs-settings', key))} hidden={key !== tab}>
          <Tab tabKey={key} editable={editable} />
        </div>
      ))}
    </div>
  );
}

function Tab({ tabKey, editable }: { tabKey: (typeof SETTING_TABS)[number]; editable: boolean }) {
  switch (tabKey) {
    case 'JOB_TASK':
      return <JobTaskTab editable={editable} />;
    case 'ALLOWANCE':
      return <AllowanceTab editable={editable} />;
    case 'INFO_HUB':
      return <ArticleTab />;
    default: {
      const never: never = tabKey;
      return never;
    }
  }
}

function QuantitySetting() {
  const toggle = useQuery(query(settingEndpoints.xToggle, {}));
  if (toggle.data) return <QuantityForm toggle={toggle.data} />;
  return toggle.isError ? (
    <LoadErrorMessage error={toggle.error} onRetry={() => void toggle.refetch()} />
  ) : (
    <Skeleton active />
  );
}

function JobTaskTab({ editable }: { editable: boolean }) {
  const list = useQuery(query(settingEndpoints.metadata, { data_type: 'JOB_TASK' }));
  const allowances = useQuery(query(settingEndpoints.metadata, { data_type: 'ALLOWANCE' }));
  if (list.isError && !list.data) return <LoadErrorMessage error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <Skeleton active />;
  const faultTypes = list.data.results.find((row) => row.key === 'fault_kinds');
  const priorities = list.data.results.find((row) => row.key === 'priorities');
  const currency = list.data.results.find((row) => row.key === 'currency');
  const quoteGuard = list.data.results.find((row) => row.key === 'quote_guard');
  const blindCheck = list.data.results.find((row) => row.key === 'blind_check');
  const mailSender = list.data.results.find((row) => row.key === 'mail');
  const secondFactor = list.data.results.find((row) => row.key === 'second_factor');
  const display = list.data.results.find((row) => row.key === 'display');
  const replies = list.data.results.find((row) => row.key === 'replies');
  const hours = list.data.results.find((row) => row.key === 'calendar');
  const turnarounds = list.data.results.find((row) => row.key === 'turnarounds');
  // Allowances and due dates share one list of holidays (decision 123).
  const holidays = allowances.data?.results.find((row) => row.key === 'holidays');
  return (
    <>
      <QuantitySetting />
      {faultTypes && <FaultTypesForm row={faultTypes} editable={editable} />}
      {priorities && <PrioritiesForm row={priorities} />}
      {hours && <HoursForm row={hours} editable={editable} />}
      {holidays && <HolidaysForm row={holidays} editable={editable} formName="days_off" />}
      {turnarounds && <TurnaroundsForm row={turnarounds} editable={editable} />}
      {replies && <RepliesForm row={replies} editable={editable} />}
      {currency && <CurrencyForm row={currency} />}
      {quoteGuard && <QuoteGuardForm row={quoteGuard} />}
      {blindCheck && <BlindCheckForm row={blindCheck} />}
      {mailSender && <MailSenderForm row={mailSender} />}
      {secondFactor && <SecondFactorForm row={secondFactor} />}
      {display && <DisplayForm row={display} />}
    </>
  );
}

function AllowanceTab({ editable }: { editable: boolean }) {
  const { t } = useTranslation('setting');
  const list = useQuery(query(settingEndpoints.metadata, { data_type: 'ALLOWANCE' }));
  if (list.isError && !list.data) return <LoadErrorMessage error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <Skeleton active />;
  const holidays = list.data.results.find((row) => row.key === 'holidays');
  return (
    <>
      <p className="mb-12 ink-muted">{t('allowance.hint')}</p>
      {(Object.keys(AMOUNTS) as AmountKey[]).map((key) => {
        const row = list.data.results.find((entry) => entry.key === key);
        return row && <AmountsForm key={key} amountKey={key} row={row} />;
      })}
      {holidays && <HolidaysForm row={holidays} editable={editable} />}
    </>
  );
}
