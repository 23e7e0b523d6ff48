// Tells the reader something while another page or program is in front. Phones let only a service worker do that.

/** Shows a notification; what it gives takes it away again. `url` is the page that a click on it leads to. */
export async function notify(title: string, body: string, tag: string, url: string): Promise<() => void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) {
    await worker.showNotification(title, { body, tag, icon: '/icon-192.png', data: { url } });
    return () => void worker.getNotifications({ tag }).then((shown) => shown.forEach((each) => each.close()));
  }
  const shown = new Notification(title, { body, tag });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
  return () => shown.close();
}
