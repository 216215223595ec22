// Before the first paint, so that a stored dark theme does not flash white. A file, because inline scripts are refused.
document.documentElement.dataset.mantineColorScheme = localStorage.getItem('arco-theme') === 'dark' ? 'dark' : 'light'
document.documentElement.lang = localStorage.getItem('arco-locale') === 'en-US' ? 'en-US' : 'zh-CN'
