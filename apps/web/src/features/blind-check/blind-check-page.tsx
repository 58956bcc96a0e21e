import { adviceEndpoints } from '@darkroom/contract/task/advice';
import { appealEndpoints } from '@darkroom/contract/quality/appeal';
import { blindCheckEndpoints } from '@darkroom/contract/quality/blind-check';
import { getLedWorkstreams } from '@darkroom/domain/work/visibility';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useActivityRefresh } from '../../lib/activity.ts';
import { query } from '../../lib/api/query.ts';
import { useActor, useCan } from '../../lib/session/session.ts';
import { useScreenSearch } from '../../lib/use-screen-search.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useIsNarrow } from '../../ui/data-table/columns/window-width.ts';
import { PageHead } from '../../ui/page/page-head.tsx';
import { AdviceTab } from './advice-tab.tsx';
import { AgreementTab } from './agreement-tab.tsx';
import { AppealList } from './appeal-list.tsx';
import { BlindChecksTab } from './blind-checks-tab.tsx';
import { BLIND_CHECK_TABS, blindCheckSearch, type BlindCheckTab } from './blind-check-search.ts';
import styles from './blind-check.module.css';
import { TabBar } from '../../ui/tab-bar/tab-bar.tsx';
import { TabPanel } from '../../ui/tab-bar/tab-panel.tsx';

/** Appeals, blind checks, agreement of QCs and results of advice (decisions 133 to 135). */
export default function BlindCheckPage() {
  const { t } = useTranslation('blindCheck');
  const { number } = useFormat();
  const can = useCan();
  const actor = useActor();
  const [search, setSearch] = useScreenSearch(blindCheckSearch);
  const { data } = useQuery(query(appealEndpoints.waiting, {}));
  // A phone has no space for four tabs side by side.
  const narrow = useIsNarrow();
  useActivityRefresh(['appeal', 'blind_check']);
  const isTabShown: Record<BlindCheckTab, boolean> = {
    appeals: true,
    checks: can(blindCheckEndpoints.mine.access),
    agreement: true,
    advice: can(adviceEndpoints.adviceReport.access) && getLedWorkstreams(actor).length > 0,
  };
  const tab = isTabShown[search.tab] ? search.tab : 'appeals';
  const counts: Partial<Record<BlindCheckTab, number | undefined>> = { appeals: data?.appeals, checks: data?.checks };
  const label = (key: BlindCheckTab) => (
    <span className="row gap-4">
      {t(`tab.${key}`)}
      {counts[key] !== undefined && <span className="muted">{number(counts[key])}</span>}
    </span>
  );
  // Plain text, because a screen reader would otherwise announce the value of the option.
  const words = (key: BlindCheckTab) =>
    [t(`tab.${key}`), ...(counts[key] === undefined ? [] : [number(counts[key])])].join(' · ');
  const tabs = BLIND_CHECK_TABS.filter((key) => isTabShown[key]);
  const choose = (key: BlindCheckTab) => setSearch({ tab: key, page: 1 });
  const content: Record<BlindCheckTab, ReactNode> = {
    appeals: <AppealList search={search} setSearch={setSearch} />,
    checks: <BlindChecksTab />,
    agreement: <AgreementTab span={search.span} onSpan={(span) => setSearch({ span })} />,
    advice: <AdviceTab span={search.span} onSpan={(span) => setSearch({ span })} />,
  };
  return (
    <div className="page">
      <PageHead title={t('title')} note={t('note')} />
      {narrow ? (
        <Select
          className={styles.tabSelect}
          aria-label={t('title')}
          value={tab}
          options={tabs.map((key) => ({ value: key, label: words(key) }))}
          onChange={choose}
        />
      ) : (
        <TabBar
          name="tabs-look"
          active={tab}
          tabs={tabs.map((key) => ({ key, label: label(key) }))}
          onChange={choose}
        />
      )}
      <TabPanel of={!narrow && 'tabs-look'} active={tab}>
        {content[tab]}
      </TabPanel>
    </div>
  );
}
