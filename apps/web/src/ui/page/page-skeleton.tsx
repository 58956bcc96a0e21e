import styles from './page-skeleton.module.css';

/**
 * A page whose code or texts are loading (look.md: no spinner on an empty page): its head and lines in grey. It has no text because
 * translations can be missing.
 */
export const PageSkeleton = () => <div className={styles.page} aria-busy="true" />;
