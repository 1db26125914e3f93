/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Another host for the API; empty: this site. */
  readonly VITE_API_HOST?: string
  /** What the installation calls the product (RT-21). */
  readonly VITE_PRODUCT_TITLE?: string
  readonly VITE_APP_VERSION?: string
}
