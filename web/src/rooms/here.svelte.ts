/** The room for children that the page shows, with a table of it or by itself; empty: none. */
export const here = $state({ room: "" });

/** While this component is shown the page is one for children: large targets, nothing that leads away. */
export function stayIn(room: () => string): void {
  $effect(() => {
    here.room = room();
    document.documentElement.toggleAttribute("data-room", here.room !== "");
    return () => {
      here.room = "";
      document.documentElement.removeAttribute("data-room");
    };
  });
}
